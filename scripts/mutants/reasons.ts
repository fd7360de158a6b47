/** Why a mutant lives: by its file and name, or for all of a file. */
export const REASONS: Readonly<Record<string, string>> = {};
