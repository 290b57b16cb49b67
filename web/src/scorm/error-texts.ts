import { NO_ERROR, type Version } from "./data-model.ts";

/** The name and meaning of each error code of a version. */
const TEXTS: Record<Version, Record<string, [name: string, meaning: string]>> = {
  scorm_1_2: {
    "101": ["General exception", "The call failed, for a reason that no other code names."],
    "201": ["Invalid argument error", "An argument is not allowed, or an index names no place in a list."],
    "202": ["Element cannot have children", "_children was asked of an element that has no elements below it."],
    "203": ["Element not an array - cannot have count", "_count was asked of an element that is not a list."],
    "301": ["Not initialized", "The call was made before LMSInitialize, or after LMSFinish."],
    "401": ["Not implemented error", "The data model has no element of this name."],
    "402": ["Invalid set value, element is a keyword", "_children, _count and _version cannot be set."],
    "403": ["Element is read only", "The element can only be read."],
    "404": ["Element is write only", "The element can only be set."],
    "405": ["Incorrect data type", "The value does not have the form of its element, or is out of its range."],
  },
  scorm_2004: {
    "101": ["General exception", "The call failed, for a reason that no other code names."],
    "102": ["General initialization failure", "Initialize failed, for a reason that no other code names."],
    "103": ["Already initialized", "Initialize was called a second time."],
    "104": ["Content instance terminated", "Initialize was called after Terminate."],
    "111": ["General termination failure", "Terminate failed, for a reason that no other code names."],
    "112": ["Termination before initialization", "Terminate was called before Initialize."],
    "113": ["Termination after termination", "Terminate was called a second time."],
    "122": ["Retrieve data before initialization", "GetValue was called before Initialize."],
    "123": ["Retrieve data after termination", "GetValue was called after Terminate."],
    "132": ["Store data before initialization", "SetValue was called before Initialize."],
    "133": ["Store data after termination", "SetValue was called after Terminate."],
    "142": ["Commit before initialization", "Commit was called before Initialize."],
    "143": ["Commit after termination", "Commit was called after Terminate."],
    "201": ["General argument error", "Initialize, Terminate and Commit take an empty text."],
    "301": ["General get failure", "GetValue failed: there is no element, or no place in a list, of this name."],
    "351": ["General set failure", "SetValue failed: the place in the list, or the room for the value, is not there."],
    "391": ["General commit failure", "Commit failed, for a reason that no other code names."],
    "401": ["Undefined data model element", "The data model has no element of this name."],
    "402": ["Unimplemented data model element", "The element is not supported."],
    "403": ["Data model element value not initialized", "Nobody has set the element yet."],
    "404": ["Data model element is read only", "The element can only be read."],
    "405": ["Data model element is write only", "The element can only be set."],
    "406": ["Data model element type mismatch", "The value does not have the form of its element."],
    "407": ["Data model element value out of range", "The number is out of the range of its element."],
    "408": ["Data model dependency not established", "Another element has to be set before this one."],
  },
};

/** Returns the texts of a version's error codes; an unknown code has an empty one. */
export function errorTexts(version: Version) {
  const of = (code: string) => (Object.hasOwn(TEXTS[version], code) ? TEXTS[version][code]! : null);
  return {
    string: (code: string): string => (code === NO_ERROR ? "No error" : (of(code)?.[0] ?? "")),
    diagnostic: (code: string): string =>
      code === NO_ERROR || code === "" ? "No error diagnostic" : (of(code)?.[1] ?? ""),
  };
}
