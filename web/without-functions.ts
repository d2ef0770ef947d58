/** A library's file in which these functions do nothing. It is laid out as its authors publish it: a function ends where a line closes it that is indented as its first. */
export const withoutFunctions = (place: string, code: string, names: readonly string[]) =>
  names.reduce((rest, name) => {
    const itself = new RegExp(`^(\\t*)((?:async )?function ${RegExp.escape(name)}\\().*?^\\1}$`, 'ms')
    if (!itself.test(rest))
      throw new Error(`${place} has no function ${name}: what is left out of it is of another version`)
    return rest
      .replace(itself, (_, indent: string, start: string) => `${indent}${start}) {}`)
      .replaceAll(new RegExp(`^${name}\\.prototype\\.\\w+ = function .*?^};$`, 'gms'), '')
  }, code)
