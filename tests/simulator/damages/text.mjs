// Changes to the text of a request that every vendor should accept: other spacing, other key order.
import { Num } from "../json.mjs";

const sorted = (value) => {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object" || value instanceof Num) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sorted(value[key])]));
};

const plain = (value) => {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Num) return Number(value.text);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, plain(one)]));
};

export const TEXT = {
  "sort the keys": (talk) => {
    talk.body = sorted(talk.body);
    return { where: "/" };
  },
  "write numbers as JavaScript does": (talk) => {
    talk.body = plain(talk.body);
    return { where: "/" };
  },
};
