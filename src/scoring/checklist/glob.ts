import { safePattern } from './safe-pattern.js';

/** Longer than any pattern of names that is meant as one. UTF-16 units. */
const MAX_GLOB = 500;

/**
 * Which paths a pattern of a shell stands for: `*` and `?` within a part, `**` across parts, `[…]` one character. A pattern that is none matches nothing.
 * Not by picomatch, as patterns of ours are: its expressions search backwards, and an agent could write one that takes for ever.
 */
export function globOf(glob: string): (path: string) => boolean {
  if (glob.length > MAX_GLOB) return () => false;
  const source = glob.replaceAll(/\*\*\/?|\*|\?|\[!?[^\]]+\]|[^*?[]+|\[/g, (part) => {
    if (part === '**/') return '(?:[^/]+/)*';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    if (part.length > 1 && part.startsWith('[')) return part.replace('[!', '[^').replaceAll('\\', '');
    return part.replaceAll(/[^\w/\-\s]/gu, String.raw`\$&`);
  });
  try {
    const { is } = safePattern(source, false);
    return is;
  } catch {
    return () => false;
  }
}
