import type { palette as english } from '../en/palette.ts'
import type { Translation } from '../translation.ts'

export const palette: Translation<typeof english> = {
  'palette.open': 'Tafuta',
  'palette.title': 'Tafuta',
  'palette.label': 'Tafuta kurasa, wanachama na maombi ya kutoa pesa',
  'palette.placeholder': 'Ukurasa, jina, nambari au risiti',
  'palette.found': 'Vilivyopatikana',
  'palette.pages': 'Kurasa',
  'palette.members': 'Wanachama',
  'palette.withdrawals': 'Maombi ya kutoa pesa',
  'palette.withdrawal': '{amount} kwa {name}',
  'palette.looking': 'Inatafuta...',
}
