import type { taskKinds as english } from '../en/task-kinds.ts'
import type { Translation } from '../translation.ts'

export const taskKinds: Translation<typeof english> = {
  'activityKind.video': 'Video',
  'movement.video': 'Video: {title}',
  'tasksPage.videoText': 'Wanachama wa premium wanaweza kutazama kila video mara moja kwa siku.',
  'tasksPage.videoNew': 'Ongeza video',
  'economyField.videoPoints': 'Video (pointi)',
  'economyHelp.videoPoints': 'Kiasi video mpya inachoweza kulipa.',
  'moneySource.videos': 'Video',
  'assumption.premiumVideos': 'Video ambazo mwanachama wa premium hutazama kwa mwezi',
  'assumptionSource.premiumVideos': 'Kadirio: takriban mbili kwa siku. Kila moja hulipa katikati ya kiwango.',
  'assumption.videoKes': 'Malipo ya mfadhili kwa video iliyotazamwa (KES)',
  'assumptionSource.videoKes': 'Kadirio: takriban senti tatu za Marekani. Tumia kiasi cha mkataba wako.',

  'activityKind.ad': 'Matangazo',
  'movement.ad': 'Tangazo: {title}',
  'tasksPage.adText':
    'Wanachama wa premium wanaweza kutembelea kila ukurasa mara moja kwa siku, kwa muda wake wa chini.',
  'tasksPage.adNew': 'Ongeza tangazo',
  'economyField.adPoints': 'Tangazo (pointi)',
  'economyHelp.adPoints': 'Kiasi tangazo jipya linachoweza kulipa.',
  'moneySource.ads': 'Matangazo',
  'assumption.premiumAds': 'Matangazo ambayo mwanachama wa premium hufungua kwa mwezi',
  'assumptionSource.premiumAds': 'Kadirio: takriban matatu kwa siku. Kila moja hulipa katikati ya kiwango.',
  'assumption.adKes': 'Malipo ya mtangazaji kwa tangazo lililofunguliwa (KES)',
  'assumptionSource.adKes': 'Kadirio: takriban senti mbili za Marekani. Tumia kiasi cha mkataba wako.',

  'activityKind.social': 'Kazi za mitandao',
  'movement.social': 'Kazi ya mitandao: {title}',
  'proven.social.lead': 'Ifanye, tuonyeshe, nasi tutaikagua. Pointi huja ikiidhinishwa.',
  'proven.social.emptyTitle': 'Hakuna kazi za mitandao kwa sasa',
  'proven.social.emptyText': 'Mpya huja kila wakati: angalia tena hivi karibuni.',
  'proven.social.lockedTitle': 'Kazi za mitandao huja na premium',
  'proven.social.lockedText':
    'Wanachama wa premium hupata pointi kwa kushiriki, kutoa maoni na kuwaambia marafiki.',
  'tasksPage.socialText': 'Wanachama wa premium huwasilisha uthibitisho, ambao wafanyakazi huukagua.',
  'tasksPage.socialNew': 'Ongeza kazi ya mitandao',
  'economyField.socialPoints': 'Kazi ya mitandao (pointi)',
  'economyHelp.socialPoints': 'Kiasi kazi mpya ya mitandao inachoweza kulipa.',
  'moneySource.social': 'Kazi za mitandao',
  'assumption.premiumSocial': 'Kazi za mitandao za mwanachama wa premium kwa mwezi',
  'assumptionSource.premiumSocial':
    'Kadirio: moja kwa wiki, kwa sababu wafanyakazi hukagua kila uthibitisho.',
  'assumption.socialKes': 'Malipo ya mteja kwa kazi ya mitandao (KES)',
  'assumptionSource.socialKes': 'Kadirio: takriban senti tisa za Marekani. Tumia kiasi cha mkataba wako.',

  'activityKind.micro-job': 'Kazi ndogo',
  'movement.micro-job': 'Kazi ndogo: {title}',
  'proven.micro-job.lead': 'Kazi fupi zilizo wazi kwa kila mtu. Mtu wetu hukagua unachowasilisha.',
  'proven.micro-job.emptyTitle': 'Hakuna kazi ndogo kwa sasa',
  'proven.micro-job.emptyText': 'Kukiwa na cha kufanya, kitaonekana hapa.',
  'tasksPage.micro-jobText': 'Wanachama wote huwasilisha uthibitisho, ambao wafanyakazi huukagua.',
  'tasksPage.micro-jobNew': 'Ongeza kazi ndogo',
  'economyField.microJobPoints': 'Kazi ndogo (pointi)',
  'economyHelp.microJobPoints': 'Kiasi kazi ndogo mpya inachoweza kulipa.',

  'activityKind.affiliate': 'Viungo vya washirika',
  'tasksPage.affiliateText':
    'Mibofyo hurekodiwa. Ujumbe (postback) wa mshirika uliotiwa saini huamua kinacholipwa kwa mbofyo.',
  'tasksPage.affiliateNew': 'Ongeza kiungo cha mshirika',
}
