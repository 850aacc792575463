/** Words that a bank's name is written with or without. */
const FILLERS = new Set([
  'bank',
  'banki',
  'the',
  'of',
  'ya',
  'kenya',
  'k',
  'ke',
  'ltd',
  'limited',
  'plc',
  'and',
])

/**
 * The names of Kenyan banks, each with its other spellings and former names, without the filler words above. From the banks that
 * PesaLink reaches; a merged bank keeps the account numbers of the banks it was made of.
 */
const BANKS: Record<string, readonly string[]> = {
  abc: ['abc', 'african banking corporation'],
  absa: ['absa', 'barclays'],
  access: ['access', 'transnational', 'trans national'],
  africa: ['africa', 'boa'],
  baroda: ['baroda', 'bob'],
  india: ['india', 'boi'],
  citi: ['citi', 'citibank', 'citibank n a', 'citibank na'],
  cib: ['cib', 'commercial international', 'mayfair', 'mayfair cib'],
  consolidated: ['consolidated'],
  cooperative: ['co operative', 'cooperative', 'co op', 'coop', 'ushirika'],
  credit: ['credit'],
  development: ['development', 'dbk'],
  dib: ['dib', 'dubai islamic'],
  dtb: ['dtb', 'diamond trust', 'diamond'],
  ecobank: ['ecobank', 'eco'],
  equity: ['equity', 'equitel', 'eazzy'],
  family: ['family', 'familia'],
  faulu: ['faulu', 'faulu microfinance', 'umba'],
  gtbank: ['gtbank', 'gt', 'guaranty trust', 'gtb'],
  guardian: ['guardian'],
  gulf: ['gulf african', 'gab'],
  habib: ['habib', 'habib a g zurich', 'habib ag zurich'],
  hfc: ['hfc', 'hf', 'housing finance', 'housing finance company'],
  im: ['i m', 'im', 'i n m', 'giro'],
  kcb: ['kcb', 'commercial'],
  kingdom: ['kingdom', 'jamii bora'],
  kwft: ['kwft', 'women finance trust', 'women microfinance'],
  middleeast: ['middle east', 'meb'],
  moriental: ['m oriental', 'moriental', 'oriental'],
  national: ['national', 'nbk'],
  ncba: ['ncba', 'cba', 'commercial africa', 'nic', 'loop'],
  paramount: ['paramount', 'paramount universal'],
  premier: ['premier', 'first community', 'fcb'],
  prime: ['prime'],
  sbm: ['sbm', 'fidelity', 'fidelity commercial', 'chase'],
  sidian: ['sidian', 'k rep', 'rep'],
  spire: ['spire', 'equatorial commercial'],
  stanbic: ['stanbic', 'cfc', 'cfc stanbic'],
  standardchartered: ['standard chartered', 'stanchart', 'scb', 'standard chartard', 'stan chart'],
  uba: ['uba', 'united africa'],
  victoria: ['victoria', 'victoria commercial'],
}

/** The longest first: "Commercial Bank of Africa" is not KCB. */
const SPELLINGS = Object.entries(BANKS)
  .flatMap(([bank, names]) => names.map((name) => ({ bank, name })))
  .sort((a, b) => b.name.length - a.name.length)

/**
 * Reduce a bank's name to one spelling: "Equity Bank (K) Ltd, Moi Avenue" and "EQUITY" are one bank. Names that are not on the
 * list are compared by their letters. Two banks taken for one share an account only if its number is the same too.
 */
export function toBank(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word))
  const text = ` ${words.join(' ')} `
  const known = SPELLINGS.find((spelling) => text.includes(` ${spelling.name} `))
  return known?.bank ?? words.join('')
}
