export const landing = {
  'landing.title': 'Paid surveys in Kenya',
} as const
