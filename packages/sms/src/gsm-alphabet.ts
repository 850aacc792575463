/** The basic set of GSM 03.38, one septet each. A single character outside both sets makes the whole text UCS-2, of 70. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Two septets each. */
const EXTENDED = new Set('^{}\\[~]|€')

export const SEPTETS_OF_A_SEGMENT = 160

/** Count a text's septets; null if it leaves the alphabet. */
export function countSeptets(text: string): number | null {
  let septets = 0
  for (const sign of text) {
    if (BASIC.has(sign)) septets += 1
    else if (EXTENDED.has(sign)) septets += 2
    else return null
  }
  return septets
}

/** Spell a name in the alphabet: letters lose accents that it lacks, and other characters are left out. */
export function toGsm(name: string): string {
  const spelled = [...name].map((sign) =>
    BASIC.has(sign) ? sign : [...sign.normalize('NFKD')].filter((part) => BASIC.has(part)).join(''),
  )
  return spelled.join('').replace(/\s+/g, ' ').trim()
}
