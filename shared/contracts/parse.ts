import type * as z from 'zod';

const LONGEST_PATH = 200;

/** A value that does not match its schema. Names the key, never the value: values may be items. */
export class ContractError extends Error {
  override readonly name = 'ContractError';
  readonly path: string;

  constructor(path: string, message: string) {
    // An unknown key may be as long as the file.
    const shown = path.length > LONGEST_PATH ? `${path.slice(0, LONGEST_PATH)}...` : path;
    super(path === '' ? message : `${shown}: ${message}`);
    this.path = path;
  }
}

/** The value by its schema, or ContractError for the first fault. */
export function parseContract<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw issue === undefined ? new ContractError('', 'does not fit') : asContractError(issue);
}

function asContractError(issue: z.core.$ZodIssue): ContractError {
  const path = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'unrecognized_keys': {
      const key = issue.keys[0] ?? '';
      return new ContractError([path, key].filter((part) => part !== '').join('.'), 'there is no such key');
    }
    case 'invalid_union': {
      // Of several alternatives, the most helpful is the one with the same type, or the one that got furthest.
      const ofItsType = issue.errors.flat().find(({ code, path: own }) => code === 'invalid_value' && own.length === 0);
      const otherTypes = issue.errors.filter((errors) =>
        errors.some(({ code, path: own }) => (code === 'invalid_type' || code === 'invalid_format') && own.length === 0),
      );
      if (ofItsType !== undefined && otherTypes.length === issue.errors.length - 1)
        return asContractError({ ...ofItsType, path: issue.path });
      const deepest = issue.errors.flat().toSorted((a, b) => b.path.length - a.path.length)[0];
      if (deepest !== undefined && deepest.path.length > 0) return asContractError({ ...deepest, path: [...issue.path, ...deepest.path] });
      return new ContractError(path, 'is of none of the allowed forms');
    }
    case 'invalid_value':
      return new ContractError(path, `must be one of ${issue.values.map((value) => JSON.stringify(value)).join(', ')}`);
    case 'custom':
      return new ContractError(path, issue.message);
    default:
      return new ContractError(path, describe(issue));
  }
}

/** Uses only zod's messages for types and ranges: others may quote the input. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') {
    // zod reports a missing key only in its message.
    const missing = issue.path.length > 0 && issue.message.endsWith('received undefined');
    return missing ? `is missing; it is ${article(issue.expected)}` : `must be ${article(issue.expected)}`;
  }
  if (issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1) return 'must not be empty';
  if (issue.code === 'too_small')
    return `must be ${issue.inclusive === false ? 'more than' : 'at least'} ${issue.minimum}${unit(issue.origin)}`;
  if (issue.code === 'too_big')
    return `must be ${issue.inclusive === false ? 'less than' : 'at most'} ${issue.maximum}${unit(issue.origin)}`;
  return 'does not have the right form';
}

const article = (type: string): string => (type === 'int' ? 'a whole number' : /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
const unit = (origin: string): string => (origin === 'string' ? ' characters' : origin === 'array' || origin === 'set' ? ' entries' : '');
