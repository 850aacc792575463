import type { automatic as english } from './en-automatic.ts'

export const automatic: Record<keyof typeof english, string> = {
  'automaticStopped.subject': '[{productName}] Malipo ya kiotomatiki yamesimamishwa',
  'automaticStopped.what':
    'Hakuna ombi la malipo linaloidhinishwa tena bila mtu. Maombi mapya yanasubiri wafanyakazi, na hakuna linalopotea. Yalisimamishwa na: {trippedBy}.',
  'automaticStopped.next':
    'Tafuta chanzo kwanza. Kisha omba yaendelee, jambo ambalo mtu wa pili lazima alikubali: {url}',
  'floatLow.subject': '[{productName}] Pesa za kuwalipa wanachama ni kidogo mno',
  'floatLow.what': 'Akaunti yetu kwa {provider} ina {amount} za malipo. Kilicho kikubwa zaidi kinasubiri.',
  'floatLow.next': 'Ijaze akaunti. Kinachosubiri huangaliwa kila dakika kumi na hutoka chenyewe.',
}
