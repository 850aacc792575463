import type { today as english } from '../en/today.ts'
import type { Translation } from '../translation.ts'

export const today: Translation<typeof english> = {
  'staffToday.title': 'Leo',
  'staffToday.done': 'Hakuna kinachokusubiri. Kazi mpya huonekana hapa yenyewe.',
  'staffToday.oldest': 'la kwanza',
  'staffToday.since': 'tangu',
  'staffToday.nothing': 'Hakuna kinachosubiri: {list}',
  'staffToday.count': '{count, plural, one {# linasubiri} other {# yanasubiri}}',

  'booksBroken.title': 'Vitabu vya hesabu si sahihi',
  'booksBroken.text':
    'Leja au kumbukumbu za ukaguzi zimebadilishwa nje ya Chuma. Malipo yamesimamishwa. Usiyarudishe kabla ya kujua nani alibadilisha nini.',
  'booksBroken.action': 'Kagua leja',

  'waiting.books-broken': 'Vitabu vya hesabu si sahihi',
  'waiting.mails-waiting': 'Barua pepe hazitoki',
  'waiting.automatic-stopped': 'Malipo ya kiotomatiki yamesimamishwa',
  'waiting.payouts-stopped': 'Malipo yamesimamishwa',
  'waiting.low-float': 'Pesa za malipo ni kidogo',
  'waiting.unclear-payouts': 'Malipo ya kuangalia',
  'waiting.differences': 'Tofauti za hesabu',
  'waiting.statement-rows': 'Mistari ya taarifa ya kuandika',
  'waiting.failed-jobs': 'Kazi zilizoshindwa',
  'waiting.withdrawals': 'Maombi ya kuamua',
  'waiting.lone-approvals':
    'Mabadiliko ambayo hakuna mwingine anayeweza kuidhinisha: yatafanyika baada ya saa 24',
  'waiting.approvals': 'Mabadiliko ya kuidhinisha',
  'waiting.payouts-by-hand': 'Malipo ya mkono',
  'waiting.proofs': 'Uthibitisho',
  'waiting.credit-reviews': 'Malipo ya kukagua',
  'waiting.claims': 'Madai',
  'waiting.survey-reviews': 'Majibu ya tafiti ya kukagua',
  'waiting.appeals': 'Rufaa',
  'waiting.clusters': 'Makundi ya akaunti',
  'waiting.messages': 'Ujumbe',
}
