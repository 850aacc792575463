import type { asking as english } from '../en/asking.ts'
import type { Translation } from '../translation.ts'

/** What a member reads where they are asked about themselves. */
export const asking: Translation<typeof english> = {
  'aboutYou.title': 'Kukuhusu',
  'aboutYou.lead': 'Tuambie unachotaka kukuhusu, upate tafiti zinazokufaa. Unaamua kuhusu kila jibu.',
  'aboutYou.back': 'Wasifu',
  'aboutYou.groups': 'Maswali',
  'aboutYou.groupsText': 'Kila kundi hulipa mara moja kwa mwaka. “Sipendi kusema” hulipa kiasi kilekile.',
  'aboutYou.group.about_you': 'Wewe',
  'aboutYou.group.household': 'Kaya yako',
  'aboutYou.group.work': 'Kazi yako',
  'aboutYou.group.things': 'Vitu unavyotumia',
  'aboutYou.questionCount': '{count, plural, one {swali #} other {maswali #}}',
  'aboutYou.pays': '{points, plural, one {pointi #} other {pointi #}}',
  'aboutYou.paid': 'Yamelipwa mwaka huu',
  'aboutYou.start': 'Jibu',
  'aboutYou.again': 'Jibu tena',
  'aboutYou.close': 'Si sasa',
  'aboutYou.send': 'Hifadhi majibu',
  'aboutYou.consent':
    'Ninakubali majibu haya yahifadhiwe, yatumike kunichagulia tafiti na, pale “Kwa nini ninaulizwa?” inaposema hivyo, kuhesabu majibu ya tafiti kwa vikundi. Ninaweza kuondoa kila jibu wakati wowote.',
  'aboutYou.consentMissing': 'Hakuna kinachohifadhiwa bila idhini yako.',
  'aboutYou.answerMissing': 'Chagua jibu, au “Sipendi kusema”.',
  'aboutYou.preferNot': 'Sipendi kusema',
  'aboutYou.choose': 'Chagua …',
  'aboutYou.why': 'Kwa nini ninaulizwa?',
  'aboutYou.kept':
    'Jibu lako litatumika kwa {months, plural, one {mwezi #} other {miezi #}}. Kisha tutauliza tena.',
  'aboutYou.counted':
    'Majibu ya tafiti huhesabiwa pia kwa jibu hili, kwa vikundi: “wanawake sita kati ya kumi walisema ndiyo”. Jina lako halimo katika takwimu hizi.',
  'aboutYou.special': 'Sheria inaichukulia kuwa taarifa nyeti. Haitumiki kwa jambo jingine lolote.',
  'aboutYou.earnedTitle': 'Asante',
  'aboutYou.earned': 'Umepata {points, plural, one {pointi #} other {pointi #}}.',
  'aboutYou.saved': 'Majibu yako yamehifadhiwa.',
  'aboutYou.failedTitle': 'Haijahifadhiwa',
  'aboutYou.failed': 'Hatukuweza kuhifadhi. Jaribu tena.',
  'aboutYou.list': 'Wasifu wako',
  'aboutYou.listText': 'Uliyotuambia. Tunatumia jibu hadi muda wake uishe.',
  'aboutYou.listEmpty': 'Bado hujatuambia chochote.',
  'aboutYou.until': 'Ulijibu {day}. Litatumika hadi {until}.',
  'aboutYou.expired': 'Ulijibu {day}. Muda wake uliisha {until}.',
  'aboutYou.change': 'Badilisha',
  'aboutYou.changeOf': 'Badilisha: {name}',
  'aboutYou.withdraw': 'Ondoa',
  'aboutYou.withdrawOf': 'Ondoa: {name}',
  'aboutYou.withdrawTitle': 'Uondoe jibu hili?',
  'aboutYou.withdrawText':
    'Tutalifuta, na hakuna utafiti utakaohesabiwa kwa jibu hili tena. Pointi ulizopata kwalo zinabaki zako. Hutapewa tena tafiti zinazochaguliwa kwa jibu hili.',
  'aboutYou.withdrawn': 'Tumefuta jibu lako.',
  'aboutYou.sharing': 'Kushiriki na washirika',
  'aboutYou.sharingText':
    'Washirika wanaweza kukupa tafiti zaidi wakikujua vizuri. Hupata majibu yanayotumika unapofungua utafiti wao, bila jina lako. Walichopokea kinabaki kwao.',
  'aboutYou.sharingSwitch': 'Shiriki majibu yangu na washirika',
  'aboutYou.sharedSince': 'Imewashwa tangu {day}.',
  'aboutYou.questionConsent':
    'Ukihifadhi, unakubali tuhifadhi jibu hili na kulitumia kwa yale ambayo “Kwa nini ninaulizwa?” inaeleza. Unaweza kuliondoa wakati wowote kwenye Wasifu.',
  'aboutYou.save': 'Hifadhi jibu',
  'aboutYou.dismiss': 'Usiniulize hili',
}
