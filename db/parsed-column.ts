import { customType } from "drizzle-orm/sqlite-core";
import type { ZodType } from "zod";

/** A text column that holds JSON of the given shape; what is read is parsed with the schema, so a column cannot lie. */
export const jsonColumn = <Value>(schema: ZodType<Value>) =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (text) => schema.parse(JSON.parse(text)),
  });

/** A text column that holds one of the values of an enumeration; anything else in the database is an error on read. */
export const choiceColumn = <Value extends string>(schema: ZodType<Value>) =>
  customType<{ data: Value; driverData: string }>({
    dataType: () => "text",
    toDriver: (value) => value,
    fromDriver: (text) => schema.parse(text),
  });
