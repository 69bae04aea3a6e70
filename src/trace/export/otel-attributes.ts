/** A value as OTLP's JSON has it: 64-bit integers are text. */
export type AnyValue = { stringValue: string } | { intValue: string } | { doubleValue: number } | { boolValue: boolean } | { arrayValue: { values: AnyValue[] } };

export interface KeyValue {
  key: string;
  value: AnyValue;
}

export type Plain = string | number | boolean | readonly string[] | null | undefined;

/** Attributes in OTLP's JSON, in the order given; what is null or undefined is left out. */
export const attributes = (values: Readonly<Record<string, Plain>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) => (value === null || value === undefined ? [] : [{ key, value: anyValue(value) }]));

function anyValue(value: NonNullable<Plain>): AnyValue {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
  }
}
