declare module 'asl-validator' {
  export default function validate(
    definition: object,
    options?: { readonly checkPaths?: boolean; readonly checkArn?: boolean },
  ): { readonly isValid: boolean; errorsText(separator: string): string };
}
