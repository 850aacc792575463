import type { about as english } from '../en/about.ts'
import type { Translation } from '../translation.ts'

export const about: Translation<typeof english> = {
  'about.title': 'Kutuhusu',
  'about.description':
    'Sisi ni nani: tafiti za kulipwa kwa watu nchini Kenya, zenye rekodi ya kila pointi na sababu ya kila malipo.',
  'about.lead': 'Tafiti za kulipwa, bila kitu kilichofichwa kati ya jibu na pesa.',

  'about.missionTitle': 'Lengo letu',
  'about.mission':
    'Kuwalipa watu kwa haki kwa wanachokijua, na kuwaonyesha kila hatua kutoka jibu hadi pesa.',

  'about.storyTitle': 'Hadithi yetu',
  'about.founded': 'Ilianzishwa mwaka wa {year}.',
  'about.story.start':
    '{brand} ilianza kwa lalamiko tulilolisikia kila mara. Watu walijibu tafiti ndefu kwa ukweli; kisha pointi zikapotea, au malipo hayakuja kamwe, na hakuna aliyeweza kusema ni kwa nini.',
  'about.story.books':
    'Kwa hivyo tulianza na vitabu vya hesabu. Kabla ya kumuuliza mtu yeyote maoni yake, tulijenga rekodi ya pointi inayoweza kuongezwa lakini haiandikwi upya kamwe. Mwenye pointi anaweza kuisoma mstari kwa mstari: kilichoingia, kilichotoka, na kwa sababu gani.',
  'about.story.today':
    'Tafiti zilikuja baada ya hapo, kisha malipo ya M-Pesa na benki. Leo watu hujibu wakiwa kwenye matatu, kwenye foleni au baada ya chakula cha jioni. Wanaijua zawadi kabla ya kuanza, na wanaweza kufuatilia pesa zao hadi zifike.',

  'about.figures': 'Kwa takwimu',
  'about.figure.users': 'Wanachama',
  'about.figure.countries': 'Nchi',
  'about.figure.paidOut': 'Imelipwa',
  'about.figure.rating': 'Ukadiriaji wa wanachama, kati ya 5',

  'about.valuesTitle': 'Maadili yetu',
  'about.value.transparency.title': 'Uwazi',
  'about.value.transparency.text':
    'Unaona rekodi ileile tunayoiona sisi. Kila pointi ina sababu yake kando yake, na malipo yasipowezekana unasoma ni kwa nini.',
  'about.value.trust.title': 'Uaminifu',
  'about.value.trust.text':
    'Kujiunga ni bure, na kulipwa ni bure. Unachouambia utafiti huwafikia watafiti bila jina lako.',
  'about.value.impact.title': 'Mchango kwa dunia',
  'about.value.impact.text':
    'Jibu kutoka Kitui au Kisumu linaweza kubadilisha kinachojengwa upande mwingine wa dunia. Linapaswa kusikika, na linapaswa kulipwa.',

  'about.questionsTitle': 'Je, kuna kitu ungependa kujua?',
  'about.questionsText': 'Tuulize. Mtu wetu husoma kila ujumbe na kuujibu.',
  'about.contact': 'Wasiliana nasi',
  'about.join': 'Fungua akaunti ya bure',
}
