/** The people of a register, whatever the order of its lines. An id says which register it is and which line, nothing of what stands there. */
export const registerId = (register: string, line: number): string => `register ${register.slice(0, 32)}:${line}`;

/** The register that an id is of; null: it is of none. */
export const registerOf = (id: string | null): string | null => (id !== null && REGISTER.test(id) ? id.slice(0, id.indexOf(':')) : null);

const REGISTER = /^register [0-9a-f]{32}:\d+$/;

/** Whether people are those of a register. */
export const isRegister = (people: string | null): boolean => people !== null && REGISTER.test(`${people}:1`);
