/**
 * Whether the name of a paid account can be the member's. Tolerates another order, initials, missing names in between, case,
 * diacritics, apostrophes (Ng'ang'a) and hyphens. At least one name is the same in full, and a second one agrees, unless
 * one side has only one.
 */
export function matchesName(member: string, received: string): boolean {
  return [/[^a-z]+/, /[^a-z-]+/].some((separator) =>
    agree(readNames(member, separator), readNames(received, separator)),
  )
}

/** With a hyphen as a separator or as nothing: M-Pesa writes Mary-Anne as MARY ANNE and as MARYANNE. */
function readNames(text: string, separator: RegExp): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’‘ʼ`´]/gu, '')
  return letters
    .split(separator)
    .map((name) => name.replaceAll('-', ''))
    .filter((name) => name !== '')
}

function agree(member: string[], received: string[]): boolean {
  const left = [...received]
  const take = (isSame: (other: string) => boolean) => {
    const at = left.findIndex(isSame)
    if (at < 0) return false
    left.splice(at, 1)
    return true
  }
  const others = member.filter((name) => !take((other) => other === name && name.length > 1))
  const inFull = member.length - others.length
  const byInitial = others.filter((name) =>
    take((other) => (name.length === 1 || other.length === 1) && name[0] === other[0]),
  ).length
  const needed = Math.min(2, member.length, received.length)
  return inFull >= 1 && inFull + byInitial >= needed
}

/** `Ja… Wa… Do…`: staff compare it with a name they are told. It belongs to someone who never agreed to anything. */
export function maskName(name: string): string {
  const names = name.split(/[\s*]+/u).filter((part) => part !== '')
  const masked = names.map((part) => `${part[0]?.toUpperCase()}${(part[1] ?? '').toLowerCase()}…`)
  return masked.join(' ').slice(0, 80)
}
