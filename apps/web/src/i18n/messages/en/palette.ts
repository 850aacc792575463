export const palette = {
  'palette.open': 'Search',
  'palette.title': 'Search',
  'palette.label': 'Search pages, members and withdrawals',
  'palette.placeholder': 'A page, name, number or receipt',
  'palette.found': 'Found',
  'palette.pages': 'Pages',
  'palette.members': 'Members',
  'palette.withdrawals': 'Withdrawals',
  'palette.withdrawal': '{amount} for {name}',
  'palette.looking': 'Looking...',
} as const
