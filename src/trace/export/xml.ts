import { visible } from '../../common/visible.js';

export interface Element {
  name: string;
  attributes?: Readonly<Record<string, string | number | undefined>>;
  /** Elements, or the text of one. */
  children?: readonly Element[] | string;
}

/** A document as XML 1.0. Names are ours; values may be anything an agent wrote. */
export const xml = (root: Element): string => `<?xml version="1.0" encoding="UTF-8"?>\n${write(root, '')}`;

function write({ name, attributes = {}, children = [] }: Element, indent: string): string {
  const given = Object.entries(attributes).filter(([, value]) => value !== undefined);
  const open = [name, ...given.map(([key, value]) => `${key}="${attribute(String(value))}"`)].join(' ');
  if (children.length === 0) return `${indent}<${open}/>\n`;
  if (typeof children === 'string') return `${indent}<${open}>${text(children)}</${name}>\n`;
  return `${indent}<${open}>\n${children.map((child) => write(child, `${indent}  `)).join('')}${indent}</${name}>\n`;
}

/** XML 1.0 has no way to write most control characters, halves of pairs and two noncharacters: they become visible marks. */
const legal = (value: string): string =>
  visible(value).replaceAll(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|[\ufffe\uffff]/g, (unit) => `\\u{${unit.charCodeAt(0).toString(16)}}`);

const text = (value: string): string => legal(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Parsers make spaces of line breaks and tabs in attributes. */
const attribute = (value: string): string => text(value).replaceAll('"', '&quot;').replaceAll('\n', '&#10;').replaceAll('\t', '&#9;');
