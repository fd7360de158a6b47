import { element } from './xml.ts';

/** An unsuccessful response, in the service's words. */
export class S3Error extends Error {
  override readonly name = 'S3Error';
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }

  toXml(): string {
    return element('Error', element('Code', this.code, 'text') + element('Message', this.message, 'text'));
  }
}
