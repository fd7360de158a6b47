import { BadInput } from '../../model/bad-input.ts';

/** A table that can be read in more than one way. Whoever has the whole file can propose a reading, and try it first. */
export class UnclearTable extends BadInput {}
