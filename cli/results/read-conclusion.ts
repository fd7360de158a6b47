import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseContract } from '../../shared/contracts/parse.ts';
import { CONCLUSION_FILE, EARLIER_VERSION, type StoredConclusion, storedConclusion } from '../../shared/contracts/verdict.ts';
import { BadInput } from '../../shared/core/model/bad-input.ts';
import { readTextFile } from '../read-files.ts';

/** The conclusion of a finished audit. Results of earlier versions have none: theirs followed one attack, and is not read for one. */
export function readConclusion(folder: string): StoredConclusion {
  const file = join(folder, CONCLUSION_FILE);
  if (!existsSync(file)) throw new BadInput(EARLIER_VERSION, { file: folder });
  try {
    return parseContract(storedConclusion, JSON.parse(readTextFile(file)));
  } catch (error) {
    throw new BadInput('this verdict cannot be read; audit the release again', { file }, { cause: error });
  }
}
