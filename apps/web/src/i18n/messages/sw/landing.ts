import type { landing as english } from '../en/landing.ts'
import type { Translation } from '../translation.ts'

export const landing: Translation<typeof english> = {
  'landing.title': 'Tafiti za kulipwa nchini Kenya',
  'landing.description':
    'Jibu tafiti kwa simu yako, kusanya pointi na uzitoe kwa M-Pesa au benki. Kujiunga ni bure.',

  'landing.heroTitle': 'Maoni yako yana thamani ya shilingi halisi',
  'landing.heroText':
    'Jibu tafiti kwa simu yako, ona pointi zako zikiongezeka, kisha uzitume M-Pesa au benki. Kujiunga hakugharimu chochote.',
  'landing.start': 'Anza kupata pesa sasa',
  'landing.how': 'Jinsi inavyofanya kazi',

  'landing.promise': 'M-Pesa au benki · Kujiunga ni bure · Risiti kwa kila malipo',

  'landing.sampleTitle': 'Mapato ya leo',
  'landing.sampleTag': 'Mfano',
  'landing.sampleTotal': 'Jumla',
  'landing.sample.shopping': 'Utafiti kuhusu ununuzi',
  'landing.sample.transport': 'Utafiti kuhusu usafiri wa kazini',
  'landing.sample.banking': 'Utafiti kuhusu benki kwa simu',

  'landing.figures': 'Kwa takwimu',
  'landing.sampleFigures': 'Takwimu za mfano',
  'landing.actual': 'Angalia malipo halisi',
  'landing.figure.members': 'Watumiaji hai',
  'landing.figure.paidOut': 'Imelipwa',
  'landing.figure.success': 'Kiwango cha mafanikio',
  'landing.figure.support': 'Huduma kwa wateja',

  'landing.stepsTitle': 'Kutoka kujisajili hadi kulipwa kwa hatua tatu',
  'landing.step.join.title': 'Jisajili bure',
  'landing.step.join.text':
    'Jina, barua pepe, nenosiri. Fungua kiungo tunachokutumia na akaunti yako iko tayari.',
  'landing.step.earn.title': 'Kamilisha kazi',
  'landing.step.earn.text':
    'Anza na tafiti. Kila kazi inaonyesha mapema itachukua muda gani na italipa kiasi gani. Chagua unazopenda.',
  'landing.step.paid.title': 'Lipwa papo hapo',
  'landing.step.paid.text': 'Omba pesa zako unapozitaka, na uzifuatilie hadi zifike kwenye simu yako.',

  'landing.whyTitle': 'Kwa nini wanachama huchagua {brand}',
  'landing.why.clear.title': 'Unaona unachopata',
  'landing.why.clear.text':
    'Kila pointi unayopata au kutumia imeandikwa kwenye historia yako, pamoja na sababu yake.',
  'landing.why.mpesa.title': 'M-Pesa au benki',
  'landing.why.mpesa.text':
    'Pointi zako hugeuzwa kuwa shilingi za Kenya kwa kiwango unachokijua kabla ya kuanza.',
  'landing.why.free.title': 'Ni bure, na itabaki bure',
  'landing.why.free.text': 'Hulipi ili kujiunga, na hulipi ili kulipwa. Yeyote anayekutoza si sisi.',
  'landing.why.fair.title': 'Hakuna kukataliwa kimyakimya',
  'landing.why.fair.text': 'Malipo yasipowezekana, unasoma sababu, na pointi zako zinarudi kwako.',

  'landing.finalTitle': 'Tuko tayari ukiwa tayari',
  'landing.finalText': 'Unaweza kumaliza utafiti wako wa kwanza kabla chai haijapoa.',
  'landing.finalAction': 'Fungua akaunti ya bure',

  'landing.footerText': 'Tafiti za kulipwa, kwa shilingi za Kenya.',
  'landing.footerNav': 'Viungo vya chini ya ukurasa',
  'landing.footerPlatform': 'Jukwaa',
  'landing.footerCompany': 'Kampuni',
  'landing.footerLegal': 'Kisheria',

  'landing.methodsTitle': 'Njia sita za kupata kipato',
  'landing.points': 'pointi {points}',
  'landing.free': 'Bure',
  'landing.premium': 'Premium',
  'landing.method.surveys.title': 'Tafiti za kulipwa',
  'landing.method.surveys.reward': '{reward} kila moja',
  'landing.method.surveys.text':
    'Sema maoni yako kuhusu unachonunua, unachotazama na unachotumia. Kwa kila mwanachama.',
  'landing.method.videos.title': 'Video',
  'landing.method.videos.reward': '{reward} kila moja',
  'landing.method.videos.text': 'Tazama video fupi hadi mwisho, kisha chukua malipo yake.',
  'landing.method.quiz.title': 'Chemsha bongo ya kila siku',
  'landing.method.quiz.reward': '{reward} kwa jibu sahihi',
  'landing.method.quiz.text': 'Maswali matano kwa siku. Majibu sahihi unayaona baadaye.',
  'landing.method.wheel.title': 'Gurudumu la bahati',
  'landing.method.wheel.reward': 'Hadi {reward}',
  'landing.method.wheel.text':
    'Mzunguko mmoja kwa siku, unaoamuliwa na seva yetu na kuandikwa kwenye historia yako.',
  'landing.method.social.title': 'Kazi za mitandao',
  'landing.method.social.reward': '{reward} kila moja',
  'landing.method.social.text': 'Fuata au sambaza, tuma kiungo, na mtu atakikagua.',
  'landing.method.ads.title': 'Matangazo',
  'landing.method.ads.reward': '{reward} kila moja',
  'landing.method.ads.text': 'Tembelea tangazo kwa muda linaohitaji. Muda uliobaki unaonyeshwa.',
  'landing.monthly': 'Wanachama wa kila aina hupata {earnings} kwa mwezi.',
  'landing.quick': 'Kujisajili huchukua chini ya dakika 2 na hakuna ada.',

  'landing.storiesTitle': 'Simulizi za mafanikio',
  'landing.carousel': 'maonyesho ya mfululizo',
  'landing.storyOf': 'Simulizi ya {name}',
  'landing.storyRating': 'Nyota {rating} kati ya 5',
  'landing.storyEarned': '{earnings} kwa mwezi',
  'landing.story.nairobi':
    'Asubuhi nafanya utafiti mmoja kwenye matatu na mwingine nikirudi nyumbani. Pesa hufika kwenye M-Pesa yangu na naona kwa nini ni kiasi hicho.',
  'landing.story.kisumu':
    'Malipo moja yalirudishwa kwa sababu nilikosea namba yangu. Iliandikwa wazi, pointi zangu zikarudi, na kesho yake yakapita.',
  'landing.story.mombasa':
    'Chemsha bongo na gurudumu ni mapumziko yangu ya kahawa. Ninachopenda zaidi ni orodha ya kila pointi niliyowahi kupata.',

  'landing.share': 'Waambie marafiki',
  'landing.shareOn': 'Sambaza kwenye {place}',
}
