/** The lines of a text that is appended to, without their newlines: what is behind the last newline is still being written, or was cut short. */
export const wholeLines = (text: string): string[] => text.slice(0, text.lastIndexOf('\n') + 1).split('\n').slice(0, -1);
