import type { asking as english } from '../en/asking.ts'

/** What a member reads where they are asked about themselves. */
export const asking: Record<keyof typeof english, string> = {
  // Words that several pages share.
  'word.answer': 'Jibu',
  'word.answerAgain': 'Jibu tena',
  'word.questions': 'Maswali',

  'aboutYou.title': 'Kukuhusu',
  'aboutYou.lead': 'Tuambie unachotaka kukuhusu, upate tafiti zinazokufaa. Unaamua kuhusu kila jibu.',
  'aboutYou.groupsText': 'Kila kundi hulipa mara moja kwa mwaka. “Sipendi kusema” hulipa kiasi kilekile.',
  'aboutYou.group.about_you': 'Wewe',
  'aboutYou.group.household': 'Kaya yako',
  'aboutYou.group.work': 'Kazi yako',
  'aboutYou.group.things': 'Vitu unavyotumia',
  'aboutYou.questionCount': '{count, plural, one {swali #} other {maswali #}}',
  'aboutYou.pays': '{points, plural, one {pointi #} other {pointi #}}',
  'aboutYou.paid': 'Yamelipwa mwaka huu',
  'aboutYou.close': 'Si sasa',
  'aboutYou.send': 'Hifadhi majibu',
  'aboutYou.consent':
    'Ninakubali majibu haya yahifadhiwe, yatumike kunichagulia tafiti na, pale “Kwa nini ninaulizwa?” inaposema hivyo, kuhesabu majibu ya tafiti kwa vikundi na kuonyeshwa pamoja na majibu yangu katika faili za tafiti, bila jina langu. Ninaweza kufuta kila jibu wakati wowote.',
  'aboutYou.consentMissing': 'Hakuna kinachohifadhiwa bila idhini yako.',
  'aboutYou.answerMissing': 'Chagua jibu, au “Sipendi kusema”.',
  'aboutYou.preferNot': 'Sipendi kusema',
  'aboutYou.choose': 'Chagua …',
  'aboutYou.why': 'Kwa nini ninaulizwa?',
  'aboutYou.kept':
    'Jibu lako litatumika kwa {months, plural, one {mwezi #} other {miezi #}}. Kisha tutauliza tena.',
  'aboutYou.counted':
    'Majibu ya tafiti huhesabiwa pia kwa jibu hili, kwa vikundi: “wanawake sita kati ya kumi walisema ndiyo”. Mteja wa utafiti anaweza kulipata pamoja na majibu yako, bila jina lako.',
  'aboutYou.special': 'Sheria inaichukulia kuwa taarifa nyeti. Haitumiki kwa jambo jingine lolote.',
  'aboutYou.earnedTitle': 'Asante',
  'aboutYou.earned': 'Umepata {points, plural, one {pointi #} other {pointi #}}.',
  'aboutYou.saved': 'Majibu yako yamehifadhiwa.',
  'aboutYou.failed': 'Hatukuweza kuhifadhi. Jaribu tena.',
  'aboutYou.list': 'Wasifu wako',
  'aboutYou.listText': 'Uliyotuambia. Tunatumia jibu hadi muda wake uishe.',
  'aboutYou.listEmpty': 'Bado hujatuambia chochote.',
  'aboutYou.until': 'Ulijibu {day}. Litatumika hadi {until}.',
  'aboutYou.expired': 'Ulijibu {day}. Muda wake uliisha {until}.',
  'aboutYou.change': 'Badilisha',
  'aboutYou.changeOf': 'Badilisha: {name}',
  'aboutYou.withdraw': 'Futa jibu',
  'aboutYou.withdrawOf': 'Futa jibu: {name}',
  'aboutYou.withdrawTitle': 'Ufute jibu hili?',
  'aboutYou.withdrawText':
    'Tutalifuta, na hakuna utafiti utakaohesabiwa kwa jibu hili tena. Pointi ulizopata kwalo zinabaki zako. Hutapewa tena tafiti zinazochaguliwa kwa jibu hili.',
  'aboutYou.withdrawn': 'Tumefuta jibu lako.',
  'aboutYou.sharing': 'Kushiriki na washirika',
  'aboutYou.sharingText':
    'Washirika wanaweza kukupa tafiti zaidi wakikujua vizuri. Hupata majibu yanayotumika unapofungua utafiti wao, bila jina lako. Walichopokea kinabaki kwao.',
  'aboutYou.sharingSwitch': 'Shiriki majibu yangu na washirika',
  'aboutYou.sharedSince': 'Imewashwa tangu {day}.',
  'aboutYou.linking': 'Tafiti za awamu kadhaa',
  'aboutYou.linkingText':
    'Baadhi ya tafiti huwauliza watu wale wale tena baada ya miezi. Ukikubali, mteja ataona ni majibu yapi yametoka kwa mtu mmoja, kwa msimbo usio jina lako; mteja mwingine hupata msimbo mwingine. Walichokwisha kupokea hubaki nacho.',
  'aboutYou.linkingSwitch': 'Unganisha majibu yangu katika tafiti kama hizi',
  'aboutYou.questionConsent':
    'Ukihifadhi, unakubali tuhifadhi jibu hili na kulitumia kwa yale ambayo “Kwa nini ninaulizwa?” inaeleza. Unaweza kuliondoa wakati wowote kwenye Wasifu.',
  'aboutYou.save': 'Hifadhi jibu',
  'aboutYou.dismiss': 'Usiniulize hili',
}
