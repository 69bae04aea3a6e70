const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes an agent wrote, as text. One bad byte must not cost the whole answer: it becomes U+FFFD, and the raw bytes stay in the evidence. */
export const decode = (bytes: Uint8Array): string => utf8.decode(bytes);

/** Text that says something, else null: an empty answer is no answer. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);
