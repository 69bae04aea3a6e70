/** `20261129T215114Z`: sorts by time, fits in a file name. */
export const utcStamp = (date: Date): string => date.toISOString().replaceAll(/[-:]|\.\d+/g, '');
