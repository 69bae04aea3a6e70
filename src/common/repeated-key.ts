import { createScanner } from 'jsonc-parser';

export interface RepeatedKey {
  key: string;
  /** Offset of its second occurrence, in UTF-16 units. */
  offset: number;
}

/**
 * The first key that one object of a JSON text holds twice. `JSON.parse` would keep the last one without a word.
 * The text must be valid JSON. Works without recursion, so that deep nesting cannot exhaust the stack.
 */
export function repeatedKey(json: string): RepeatedKey | undefined {
  const scanner = createScanner(json, true);
  const open: (Set<string> | 'array')[] = [];
  let last: RepeatedKey | undefined;
  for (;;) {
    scanner.scan();
    const offset = scanner.getTokenOffset();
    switch (json.charAt(offset)) {
      case '':
        return undefined;
      case '{':
        open.push(new Set());
        break;
      case '[':
        open.push('array');
        break;
      case '}':
      case ']':
        open.pop();
        break;
      case '"':
        last = { key: scanner.getTokenValue(), offset };
        break;
      case ':': {
        const keys = open.at(-1);
        if (last === undefined || keys === undefined || keys === 'array') break;
        if (keys.has(last.key)) return last;
        keys.add(last.key);
      }
    }
  }
}
