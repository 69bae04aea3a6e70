/**
 * Why a source's path may not be used, or undefined if it may: it has to name a file inside the workspace,
 * and no other source may need a directory of that name.
 */
export function pathProblem(path: string, all: readonly string[]): string | undefined {
  if (path === '') return 'the path of a source is empty';
  if (path.includes('\0')) return 'the path of a source holds a NUL character';
  if (path.includes('\\')) return 'the path of a source holds a backslash; use `/`';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return 'the path of a source is absolute, so it leaves the workspace';
  const parts = path.split('/');
  if (parts.includes('..')) return 'the path of a source leaves the workspace (`..`)';
  if (parts.includes('') || parts.includes('.')) return 'the path of a source has an empty or `.` part';
  if (parts.some((part) => part.toLowerCase() === '.git')) return 'the path of a source is in the repository itself (`.git`)';
  const below = all.find((other) => other.startsWith(`${path}/`));
  return below === undefined ? undefined : `is a file here, and a directory in \`${below}\``;
}
