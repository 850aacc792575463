import type { site as english } from '../en/site.ts'

export const site: Record<keyof typeof english, string> = {
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
  'landing.sampleFigure': 'Mfano',
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
  'terms.title': 'Masharti ya matumizi',
  'terms.description':
    'Tunachoahidiana wewe na sisi: nani anaweza kujiunga, pointi zinavyokuwa pesa, kisichoruhusiwa, na jinsi ya kuondoka.',
  'terms.version': 'Toleo la {version}, lilichapishwa tarehe {day}',

  'terms.join': 'Nani anaweza kujiunga',
  'terms.join.text':
    'Lazima uwe na umri wa miaka 18 au zaidi. Mtu mmoja ana akaunti moja, kwa jina lake na barua pepe yake mwenyewe. Unathibitisha haya unapofungua akaunti.',
  'terms.account': 'Akaunti yako',
  'terms.account.text':
    'Usimpe mtu nenosiri lako. Kinachofanywa kwa akaunti yako huhesabiwa kuwa umekifanya wewe, hadi utuambie kwamba mtu mwingine anaitumia. Usiuze, usiazimishe wala usimpe mtu akaunti yako.',
  'terms.points': 'Kupata pointi',
  'terms.points.text':
    'Tunaonyesha malipo ya utafiti au kazi kabla hujaanza. Jibu kwa ukweli na mwenyewe: bila programu, bila majibu ya kunakili, bila kuficha mahali ulipo. Mshirika akionyesha kwamba majibu hayakuwa ya kweli, tunaweza kurudisha pointi zake, na tunakuambia sababu.',
  'terms.payouts': 'Pointi zinakuwa pesa',
  'terms.payouts.text':
    'Kiasi cha shilingi huamuliwa unapoomba kutoa pesa. Tunakilipa kwenye nambari yako ya M-Pesa au akaunti yako mwenyewe, kwa kawaida ndani ya siku tano za kazi, baada ya kukata kodi ambayo sheria inatutaka tukate. Ombi kubwa au lisilo la kawaida linaweza kukaguliwa kwanza. Pointi si pesa hadi zitolewe, na hazina riba.',
  'terms.premium': 'Premium',
  'terms.premium.text':
    'Premium ni hiari na hulipwa kabla. Unaweza kuisitisha wakati wowote, nayo itaendelea hadi muda uliolipia uishe.',
  'terms.fair': 'Kama kuna tatizo',
  'terms.fair.text':
    'Tukishuku udanganyifu, tunaweza kusimamisha malipo yako kwa muda au kusimamisha akaunti yako. Tunakueleza sababu kila mara, na unaweza kukata rufaa kwa mtu. Hatuchukui pointi bila kukuambia.',
  'terms.leave': 'Kuondoka',
  'terms.leave.text':
    'Unaweza kufuta akaunti yako kwenye Mipangilio wakati wowote. Toa pointi zako kwanza: zitakazobaki akaunti inapofutwa zitapotea. Tukifunga huduma, tutatangaza mapema ili uweze kutoa pesa zako.',
  'terms.liability': 'Tunachowajibika nacho',
  'terms.liability.text':
    'Tunawajibika kwa makosa yetu, na tunarudisha pointi ulizopoteza kwa sababu yake. Hatuwajibiki kwa tovuti ya mshirika, wala kwa kuchelewa kwa M-Pesa au benki, lakini tunakusaidia kulitatua. Hakuna kitu hapa kinachopunguza haki ambazo sheria ya Kenya inakupa kama mteja.',
  'terms.changes': 'Mabadiliko',
  'terms.changes.text':
    'Kila toleo lina nambari na tarehe. Tukichapisha jipya, tunakuonyesha kilichobadilika utakapofungua tovuti tena. Usipokubali, unaweza kutoa pointi zako na kufuta akaunti yako.',
  'terms.reach': 'Jinsi ya kutufikia',
  'terms.reach.text':
    'Sheria ya Kenya ndiyo inayotumika. Kitu kikienda vibaya, tuandikie kwanza: mengi hutatuliwa ndani ya siku moja.',
}
