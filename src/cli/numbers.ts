import { InvalidArgumentError } from 'commander';
import { UserError } from '../common/errors.js';

/** A whole number of at least `least`, written in decimal digits. */
export function wholeNumber(text: string, option: string, least: 0 | 1): number {
  const number = /^\d+$/.test(text) ? Number(text) : NaN;
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new UserError('CLEANSLATE_OPTIONS', `${option} ${JSON.stringify(text)} is not a whole number of at least ${String(least)}`);
}

/** Seconds: a finite decimal number of at least 0. */
export function seconds(text: string, option: string): number {
  const number = /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Number.isFinite(number)) return number;
  throw new UserError('CLEANSLATE_OPTIONS', `${option} ${JSON.stringify(text)} is not a finite number of seconds, 0 or more`);
}

/** An option's whole number from 1. @throws InvalidArgumentError, which names the option */
export function positiveInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1) throw new InvalidArgumentError('must be a whole number from 1.');
  return value;
}
