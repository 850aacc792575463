import type { privacy as english } from '../en/privacy.ts'
import type { Translation } from '../translation.ts'

export const privacy: Translation<typeof english> = {
  'privacy.title': 'Sera ya faragha',
  'privacy.description':
    'Tunachohifadhi kukuhusu, kwa nini, nani anakiona, na jinsi unavyokipakua au kukifuta. Hakuna vidakuzi, hakuna kinachouzwa.',
  'privacy.updated': 'Ilisasishwa mwisho tarehe 15 Desemba 2024',
  'privacy.contents': 'Kwenye ukurasa huu',

  'privacy.shortTitle': 'Kwa ufupi',
  'privacy.short.names': 'Watafiti hupata majibu yako, kamwe si jina lako.',
  'privacy.short.pay': 'Nambari yako ya malipo hupewa anayepeleka malipo yako, na si mtu mwingine yeyote.',
  'privacy.short.sell': 'Hatuuzi data ya kibinafsi kamwe.',
  'privacy.short.cookies': 'Hatuweki vidakuzi (cookies), na hatupimi chochote kabla hujakubali.',
  'privacy.short.leave': 'Unaweza kupakua data yako na kufuta akaunti yako mwenyewe, kwenye Mipangilio.',

  'privacy.collect': 'Tunachokusanya',
  'privacy.collect.text': 'Nyingi unatupa mwenyewe. Nyingine huandikwa unapotumia tovuti, na hii ndiyo yote:',
  'privacy.account': 'Akaunti yako',
  'privacy.account.text':
    'Jina lako, barua pepe yako, nchi yako na nenosiri lako. Nenosiri huhifadhiwa kama heshi tu, ambayo hakuna anayeweza kuisoma na kulijua.',
  'privacy.surveys': 'Tafiti',
  'privacy.surveys.text':
    'Majibu yako, na wakati ulipoanza na kumaliza. Maswali mengine yanakuhusu wewe: rika lako, kwa mfano, au nyumba yako, kazi yako au tabia zako. Unaweza kuacha utafiti kwenye swali lolote. Unayotuambia kwenye Wasifu huhifadhiwa kwa idhini yako kwa kila jibu, hadi muda wake uishe au uliondoe. Kwa baadhi yake, kama rika au kaunti yako, majibu ya tafiti huhesabiwa kwa vikundi. Washirika huyapata tu ukiwasha hilo, na bila jina lako.',
  'privacy.money': 'Pointi na malipo',
  'privacy.money.text':
    'Kila muamala wa pointi zako na, unapotoa pesa, nambari ya M-Pesa au akaunti ya benki zinakoenda pesa.',
  'privacy.support': 'Huduma kwa wateja',
  'privacy.support.text':
    'Unachoandika kwenye fomu ya mawasiliano (jina, barua pepe, mada, ujumbe), pamoja na anwani ya mtandao na kivinjari kilikotoka.',
  'privacy.use': 'Matumizi ya tovuti',
  'privacy.use.text':
    'Kwa kila kuingia: wakati, anwani ya mtandao na kivinjari, ili uweze kumtambua mtu usiyemjua. Seva yetu pia huweka kumbukumbu za kiufundi za maombi, pamoja na anwani za mtandao, zinazotusaidia kupata hitilafu na mashambulizi. Kurasa zinazofunguliwa huhesabiwa tu baada ya wewe kukubali, na hapo kama idadi kwa kila ukurasa na siku, ambayo hakuna anayeweza kujua ni nani aliyefungua.',
  'privacy.newsletters': 'Majarida na barua pepe nyingine',
  'privacy.newsletters.text':
    'Barua pepe unazotaka kutoka kwetu, na kumbukumbu ya kila tuliyotuma: anwani, mada na matokeo yake. Jarida huenda tu kwa walioliomba.',

  'privacy.purpose': 'Tunaitumia kwa nini',
  'privacy.purpose.text':
    'Sehemu ya hii inahitajika kwa makubaliano kati yako na sisi, sehemu inadaiwa na sheria, na sehemu inalinda wanachama na sisi dhidi ya ulaghai. Kwa kingine chochote tunakuuliza kwanza, na unaweza kuondoa ridhaa yako wakati wowote.',
  'privacy.run': 'Kuendesha jukwaa',
  'privacy.run.text': 'Kukuingiza kwenye akaunti, kutunza pointi zako na kukujibu unapotuandikia.',
  'privacy.pay': 'Kukulipa kwa majibu yako',
  'privacy.pay.text': 'Kuweka pointi unazopata, na kutuma pesa unapozitoa.',
  'privacy.match': 'Kukuonyesha tafiti zinazokufaa',
  'privacy.match.text': 'Kwa nchi, kwa mfano: utafiti wa Kenya huonyeshwa wanachama walio Kenya.',
  'privacy.fraud': 'Kuzuia ulaghai',
  'privacy.fraud.text':
    'Kugundua, kwa mfano, akaunti mbili zinapoomba kulipwa kwa nambari moja, au mtu anapojaribu manenosiri mengi.',
  'privacy.law': 'Kutii sheria',
  'privacy.law.text': 'Kuweka hesabu, kulipa kodi na kufuata amri halali.',
  'privacy.usage': 'Kuona jinsi tovuti inavyotumika',
  'privacy.usage.text': 'Kurasa zipi zinasaidia na zipi hazisaidii: kama umekubali, na si kabla ya hapo.',

  'privacy.sharing': 'Nani mwingine anaiona',
  'privacy.sharing.text':
    'Hatuuzi data yako ya kibinafsi kamwe, kwa matangazo au kwa jambo lingine lolote. Zaidi ya timu yetu, hawa huona sehemu yake:',
  'privacy.researchers': 'Washirika wa utafiti na wateja',
  'privacy.researchers.text':
    'Hupata majibu ya tafiti bila majina, barua pepe wala nambari za simu. Utafiti unapofanyika kwenye tovuti ya mshirika, mshirika hupata kutoka kwetu nambari ya bahati nasibu ya mbofyo, isiyo na maana kwa mtu mwingine yeyote.',
  'privacy.providers': 'Watoa huduma za malipo',
  'privacy.providers.text':
    'Safaricom, kwa M-Pesa, au benki: nambari au akaunti, jina la mwenyewe pale linapohitajika, na kiasi.',
  'privacy.services': 'Watoa huduma',
  'privacy.services.text':
    'Kampuni zinazoendesha seva zetu na kupeleka barua pepe zetu. Hufanya kazi kwa maagizo yetu na haziruhusiwi kutumia data kwa jambo lingine lolote.',
  'privacy.authorities': 'Mamlaka',
  'privacy.authorities.text': 'Sheria inapotulazimisha, na hapo si zaidi ya inavyodai.',
  'privacy.transfer': 'Mmiliki mpya',
  'privacy.transfer.text':
    'Biashara ikiunganishwa au kuuzwa, akaunti zake huenda nayo na sera hii inaendelea kutumika kwazo. Ungeambiwa mapema.',

  'privacy.security': 'Jinsi tunavyoilinda',
  'privacy.security.text':
    'Pointi zako zina thamani ya pesa, na tunachojua kukuhusu ni chako. Vyote vinalindwa ipasavyo.',
  'privacy.encryption': 'Usimbaji fiche',
  'privacy.encryption.text':
    'Kinachosafiri kati yako na sisi kimesimbwa. Manenosiri na tokeni za kuingia huhifadhiwa kama heshi tu.',
  'privacy.audits': 'Ukaguzi',
  'privacy.audits.text':
    'Kila usiku rekodi ya pointi zote hukaguliwa dhidi yake yenyewe. Wafanyakazi wanapoamua kuhusu ombi la kutoa pesa, huandikwa ni nani aliyeamua, lini na kwa nini.',
  'privacy.access': 'Udhibiti wa ufikiaji',
  'privacy.access.text':
    'Wafanyakazi huingia kando na wanachama. Kila jukumu linaruhusiwa kufanya kile tu linachohitaji.',
  'privacy.training': 'Mafunzo ya wafanyakazi',
  'privacy.training.text': 'Yeyote anayeshughulikia data ya wanachama amefunzwa jinsi ya kuitunza.',
  'privacy.centres': 'Vituo salama vya data',
  'privacy.centres.text':
    'Seva zetu ziko katika vituo vya data vyenye ulinzi. Data yako ikiwa hatarini licha ya haya yote, tutakuambia wewe na Kamishna wa Data bila kuchelewa.',

  'privacy.rights': 'Haki zako',
  'privacy.rights.text':
    'Sheria ya Kenya ya Ulinzi wa Data inakupa haki hizi, popote unapoishi. Nyingi hazihitaji barua: utazipata kwenye Mipangilio. Kwa nyingine, tuandikie.',
  'privacy.see': 'Kufikia',
  'privacy.see.text': 'Kujua tunachohifadhi kukuhusu. Akaunti yako inakionyesha, na upakuaji una chote.',
  'privacy.correct': 'Kusahihisha',
  'privacy.correct.text': 'Kurekebishiwa kilicho na makosa au kilichopitwa na wakati.',
  'privacy.port': 'Kuhamisha',
  'privacy.port.text': 'Kuchukua nakala, kwa muundo ambao programu nyingine zinaweza kuusoma.',
  'privacy.optOut': 'Kujiondoa kwenye matangazo ya biashara',
  'privacy.optOut.text': 'Yasitishe wakati wowote. Hakubadilishi chochote kwenye akaunti au pointi zako.',
  'privacy.erase': 'Kufuta',
  'privacy.erase.text':
    'Kufutiwa data ambayo hatuihitaji tena. Ujumbe kwa huduma kwa wateja hufutwa unapoomba.',
  'privacy.leave': 'Kufuta akaunti yako',
  'privacy.leave.text':
    'Unafanya hivyo kwenye Mipangilio, na una siku 14 za kubadilisha uamuzi. Kisha kila kinachokutaja kinafutwa, pamoja na majibu yako ya tafiti na ujumbe wako kwetu. Miamala ya pointi zako hubaki chini ya nambari isiyokuelekea tena, kwa sababu vitabu vya hesabu lazima vilingane. Kwa miezi 12 tunaweka alama iliyofichwa ya kisanduku chako cha barua pepe na ya mahali ulipothibitisha kulipwa, ili zawadi za wanachama wapya zilipwe mara moja. Akaunti ikiwa na deni la pointi, alama hiyo hiyo hupeleka deni kwenye akaunti yako inayofuata.',
  'privacy.complain': 'Kulalamika',
  'privacy.complain.text':
    'Ukiona tumekosea, tuambie. Unaweza pia kwenda kwa Ofisi ya Kamishna wa Ulinzi wa Data jijini Nairobi.',

  'privacy.cookies': 'Vidakuzi (cookies)',
  'privacy.cookies.text':
    'Hakuna. Badala yake kivinjari chako hutuwekea kumbukumbu chache: kwamba umeingia, ulichosema kuhusu takwimu, unavyopenda tovuti ionekane. Kutoka huondoa kumbukumbu ya kuingia, na kufuta data ya tovuti hii huondoa zote. Hakuna kinachopimwa hadi ukubali, na unaweza kubadilisha jibu hilo kwenye Mipangilio.',

  'privacy.abroad': 'Kuhamisha nje ya nchi',
  'privacy.abroad.text':
    'Baadhi ya kampuni zinazotufanyia kazi huweka data nje ya Kenya. Tunazitumia tu kile kazi yao inahitaji, na mikataba yao inazilazimu kuilinda jinsi sheria ya Kenya inavyotaka ilindwe.',

  'privacy.minors': 'Si kwa walio chini ya miaka 18',
  'privacy.minors.text':
    'Lazima uwe na miaka 18 au zaidi ili uwe mwanachama. Hatuhifadhi kwa kujua data ya mtu yeyote mdogo zaidi. Ukiamini mtoto amejisajili, tuambie, nasi tutafuta akaunti.',

  'privacy.changes': 'Mabadiliko ya sera hii',
  'privacy.changes.text':
    'Tunapobadilisha ukurasa huu, tunabadilisha tarehe iliyo juu yake. Badiliko likikuhusu, utalisikia kwa barua pepe au kwenye tovuti kabla halijaanza kutumika.',

  'privacy.reach': 'Jinsi ya kutufikia',
  'privacy.reach.text':
    'Kwa swali kuhusu data yako, au kutumia mojawapo ya haki zako, tuandikie au utupigie simu. {brand} inawajibika kwa data inayozungumziwa kwenye ukurasa huu.',
  'privacy.form': 'Tuandikie kwa fomu ya mawasiliano',
}
