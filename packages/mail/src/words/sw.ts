import { PREMIUM_ADDS } from '@chuma/contract/tasks/premium-adds'
import type { en } from './en.ts'

const adds = PREMIUM_ADDS.sw

export const sw: Record<keyof typeof en, string> = {
  greeting: 'Habari {firstName},',
  greetingNameless: 'Habari,',
  linkFallback: 'Kitufe kisipofanya kazi, nakili anwani hii kwenye kivinjari chako:',
  footer: 'Imetumwa na {productName}. Una swali? Andika kwa {supportEmail}.',
  'footer.optional':
    'Unaweza kuzima barua pepe kama hii kwenye mipangilio yako, chini ya Arifa: {settingsUrl}',

  'verification.subject': 'Thibitisha barua pepe yako kwa {productName}',
  'verification.why':
    'Tafadhali thibitisha kwamba hii ni barua pepe yako. Utakuwa umeingia mara tu utakapofanya hivyo.',
  'verification.action': 'Thibitisha barua pepe yangu',
  'verification.expiry':
    'Kiungo hufanya kazi mara moja, kwa {expiresInMinutes, plural, one {dakika #} other {dakika #}}. Kipya zaidi huchukua nafasi yake.',
  'verification.notYou':
    'Hukujisajili? Basi puuza barua pepe hii: bila kiungo, hakuna anayeweza kutumia akaunti.',

  'addressTaken.subject': 'Tayari una akaunti ya {productName}',
  'addressTaken.why': 'Mtu alijaribu kutumia barua pepe hii kufungua akaunti, na tayari ina akaunti.',
  'addressTaken.you':
    'Kama ulikuwa wewe, ingia badala yake. Kama barua pepe yako haikuwahi kuthibitishwa, ukurasa wa kuingia unaweza kukutumia kiungo kipya.',
  'addressTaken.action': 'Nenda kwenye ukurasa wa kuingia',
  'addressTaken.notYou':
    'Kama hukuwa wewe, huhitaji kufanya chochote: hakuna kilichobadilika kwenye akaunti yako.',

  'link.expiry':
    'Kiungo hufanya kazi mara moja, kwa {expiresInMinutes, plural, one {dakika #} other {dakika #}}. Usimpe mtu yeyote: aliye nacho anaweza kufungua akaunti yako.',

  'signInLink.subject': 'Kiungo chako cha kuingia kwenye {productName}',
  'signInLink.why': 'Fungua kiungo hiki kwenye kifaa unachotaka kuingia nacho. Huhitaji nenosiri.',
  'signInLink.action': 'Ingia',
  'signInLink.notYou':
    'Hukukiomba? Basi puuza barua pepe hii: bila kiungo, hakuna anayeingia kwenye akaunti yako.',

  'passwordReset.subject': 'Weka nenosiri jipya la {productName}',
  'passwordReset.why':
    'Fungua kiungo hiki ili uweke nenosiri jipya. Hadi hapo, la zamani linabaki kama lilivyo.',
  'passwordReset.action': 'Weka nenosiri jipya',
  'passwordReset.notYou':
    'Hukukiomba? Basi puuza barua pepe hii: nenosiri lako linabaki kama lilivyo, na bila kiungo hakuna anayeweza kulibadilisha.',

  'accountClosing.subject': 'Akaunti yako ya {productName} inafutwa',
  'accountClosing.why':
    'Mtu, labda wewe, aliomba kiungo cha kuingia kwenye akaunti yako. Hatukukitengeneza, kwa sababu ulituomba tufute akaunti. Hilo litafanyika {day}.',
  'accountClosing.keep':
    'Hadi hapo unaweza kuihifadhi: ingia kwa barua pepe na nenosiri lako, na uchague kuhifadhi akaunti yako. Kama umesahau nenosiri, andika kwa {supportEmail} kutoka anwani hii.',
  'accountClosing.action': 'Nenda kwenye ukurasa wa kuingia',
  'accountClosing.still': 'Kama bado unataka ifutwe, huhitaji kufanya chochote.',

  'newSignIn.subject': 'Kifaa kipya kimeingia kwenye akaunti yako ya {productName}',
  'newSignIn.what':
    'Mtu ameingia kwenye akaunti yako kwa kifaa ambacho hakikuwahi kutumika nayo. Kama ulikuwa wewe, huhitaji kufanya chochote.',
  'newSignIn.which': 'Kifaa: {device}\nWakati: {moment} saa za {place}',
  'newSignIn.off': 'Unaweza kuzima barua pepe hizi kwenye mipangilio yako.',

  'passwordChanged.subject': 'Nenosiri lako la {productName} limebadilishwa',
  'passwordChanged.what':
    'Nenosiri lako limebadilishwa sasa hivi, na kila kifaa kingine kimetolewa. Kama ulikuwa wewe, huhitaji kufanya chochote.',

  'passwordChanged.passkeysRemoved':
    '{passkeysRemoved, plural, one {Passkey yako imeondolewa, kwa hiyo haifungui akaunti tena. Unaweza kuiongeza tena kwenye mipangilio yako.} other {Passkey zako # zimeondolewa, kwa hiyo hazifungui akaunti tena. Unaweza kuziongeza tena kwenye mipangilio yako.}}',
  'passwordChanged.passkeysLeft':
    '{passkeysLeft, plural, one {Passkey moja bado inafungua akaunti.} other {Passkey # bado zinafungua akaunti.}} Unaweza kuziona na kuziondoa kwenye mipangilio yako.',

  'emailChange.subject': 'Thibitisha barua pepe yako mpya kwa {productName}',
  'emailChange.why':
    'Mtu aliyeingia kwenye {productName} aliomba kutumia barua pepe hii kwa akaunti yake. Ithibitishe, na akaunti itahamia kwenye anwani hii.',
  'emailChange.action': 'Tumia barua pepe hii',
  'emailChange.notYou': 'Hukuomba? Basi puuza barua pepe hii, na hakuna kitakachobadilika.',

  'emailChangeNotice.subject': 'Mtu ameomba kubadilisha barua pepe yako ya {productName}',
  'emailChangeNotice.what':
    'Mtu aliyeingia kwenye akaunti yako aliomba kuihamishia kwenye anwani {newEmail}. Hilo litafanyika kiungo tulichotuma huko kikifunguliwa. Kama ulikuwa wewe, huhitaji kufanya chochote hapa.',

  'emailChanged.subject': 'Barua pepe yako ya {productName} imebadilishwa',
  'emailChanged.what':
    'Akaunti yako imehamia kwenye anwani {newEmail}. Kuanzia sasa tutakuandikia huko, na anwani hii haiifungui tena. Kama ulikuwa wewe, huhitaji kufanya chochote.',
  'emailChanged.action': 'Wasiliana nasi',

  'deletionRequested.subject': 'Akaunti yako ya {productName} itafutwa {day}',
  'deletionRequested.what':
    'Ulituomba tufute akaunti yako. Imefungwa kuanzia sasa, na kila kifaa kimetolewa. Tarehe {day} tutaondoa kabisa jina lako, anwani na nambari zako za simu, majibu yako na ujumbe wako. Kinachobaki ni rekodi ya pointi na malipo, bila chochote kinachokutaja.',
  'deletionRequested.keep':
    'Hadi siku hiyo unaweza kubadilisha uamuzi wako: ingia kwa barua pepe na nenosiri lako, na uchague kuhifadhi akaunti yako.',
  'deletionRequested.action': 'Hifadhi akaunti yangu',
  'deletionRequested.open':
    '{heldPoints, plural, one {Pointi # uliyoomba kutoa bado italipwa} other {Pointi # ulizoomba kutoa bado zitalipwa}}. Hilo likichukua muda zaidi, tutaweka akaunti yako hadi likamilike.',
  'deletionRequested.points':
    '{points, plural, one {Pointi # iliyo kwenye salio lako itapotea} other {Pointi # zilizo kwenye salio lako zitapotea}} siku hiyo. Kama unataka pesa, hifadhi akaunti yako na uzitoe kwanza.',
  'deletionRequested.noPoints': 'Pointi zitakazokuwa kwenye salio lako siku hiyo zitapotea.',
  'deletionRequested.notYou':
    'Hukuwa wewe? Basi ingia, hifadhi akaunti, na ubadilishe nenosiri lako mara moja: kuna mtu anayejua ulilo nalo.',

  'payoutNumberAdded.subject': 'Ombi la kutoa {amount} kwenda mahali papya',
  'payoutNumberAdded.what':
    'Mtu aliyeingia kwenye akaunti yako aliomba kutoa {points, plural, one {pointi #} other {pointi #}} ({amount}) kwenda kwa {method, select, mpesa {nambari ya M-Pesa} airtel {nambari ya Airtel Money} airtime {muda wa maongezi wa nambari} paypal {akaunti ya PayPal} other {akaunti ya benki}} ambayo hujawahi kuitumia: {destination}.',
  'payoutNumberAdded.you':
    'Kama ulikuwa wewe, huhitaji kufanya chochote. {isHeld, select, true {Ombi limesubirishwa: ukurasa wa kutoa pesa unasema kwa nini, na kinachoweza kuliendeleza mapema.} other {Timu yetu huliamua kabla ya kulipwa.}}',

  'withdrawalPaid.subject': 'Tumekutumia {amount}',
  'withdrawalPaid.what':
    'Ombi lako la kutoa {points, plural, one {pointi #} other {pointi #}} limelipwa: {amount} ziko njiani kuja kwako.',
  'withdrawalPaid.tax':
    'Uliomba {gross}. {tax} kati yake zimezuiwa kama kodi na huenda kwa mamlaka ya mapato; {amount} zimetumwa.',
  'withdrawalPaid.receipt': 'Nambari ya kumbukumbu ya malipo: {receipt}',
  'withdrawalPaid.action': 'Ona maombi yangu ya kutoa pesa',

  'withdrawalRejected.subject': 'Ombi lako la kutoa {amount} halikuidhinishwa',
  'withdrawalRejected.what':
    'Hatukuweza kuidhinisha ombi lako la kutoa {amount}. {points, plural, one {Pointi # imerudi} other {Pointi zote # zimerudi}} kwenye salio lako.',
  'withdrawalRejected.reason': 'Sababu: {reason}',
  'withdrawalRejected.action': 'Ona maombi yangu ya kutoa pesa',

  'payoutCorrected.subject':
    '{kind, select, returned {Malipo yako ya {amount} yamerudi} late {Malipo yako ya {amount} yamefika hatimaye} other {Malipo yako ya {amount} yamefika mara mbili}}',
  'payoutCorrected.what':
    '{kind, select, returned {Tulikulipa {amount}, lakini pesa zimerudi kwetu.} late {Tulikuambia kuwa ombi lako halikulipwa, na tukarudisha pointi. Malipo ya {amount} yamefika hatimaye, kwa hivyo tumechukua tena {points, plural, one {pointi #} other {pointi #}}.} other {Tulikulipa {amount}, na malipo hayo yakafika mara ya pili. Kwa malipo ya pili tumechukua {points, plural, one {pointi #} other {pointi #}} kwenye salio lako.}}',
  'payoutCorrected.note': 'Kilichotokea: {note}',
  'payoutCorrected.next':
    '{kind, select, returned {{points, plural, =0 {Hakuna pointi zilizorudishwa.} one {Pointi # imerudi kwenye salio lako. Tafadhali angalia unakotaka kulipwa, kisha uombe tena.} other {Pointi zote # zimerudi kwenye salio lako. Tafadhali angalia unakotaka kulipwa, kisha uombe tena.}}} other {Kama ulikuwa umezitumia, salio lako sasa liko chini ya sifuri. Pointi utakazopata zitalipa deni hilo kwanza, na hadi hapo hakuna kitakacholipwa.}}',
  'payoutCorrected.help': 'Ikiwa unaona tofauti, andika kwa {supportEmail}. Mtu ataliangalia.',

  'taxChanged.subject': 'Ombi lako la kutoa pesa: kodi imebadilika',
  'taxChanged.what':
    'Kwa ombi lako la kutoa {amount} tulitangaza kodi ya zuio ya {announced}. Sasa ni {tax}, kwa hivyo unatumiwa {sent}.',
  'taxChanged.why':
    'Kodi hulipwa siku ya malipo, na kiwango kilibadilika baada ya ombi lako. Tunailipa kwa Mamlaka ya Mapato ya Kenya (KRA) kwa jina lako.',
  'taxChanged.action': 'Ona kodi yako',
  'debtWrittenOff.subject': 'Huna deni tena kwetu',
  'debtWrittenOff.what':
    'Salio lako lilikuwa chini ya sifuri. Tumefuta {points, plural, one {pointi #} other {pointi #}} ulizokuwa unadaiwa.',
  'debtWrittenOff.next': 'Salio lako ni 0 tena, na pointi zote utakazopata kuanzia sasa ni zako.',

  'debtMoved.subject': 'Salio lako: deni la akaunti uliyofuta',
  'debtMoved.what':
    'Ulikuwa na akaunti kwetu hapo awali, na uliifuta ikiwa na deni la {points, plural, one {pointi #} other {pointi #}}. Tumeziondoa kwenye salio la akaunti hii.',
  'debtMoved.next':
    'Pointi unazopata zitalipa deni kwanza. Maombi yako ya kutoa pesa yanasubiri hadi deni liishe, na huhitaji kuomba tena.',
  'debtMoved.action': 'Tuandikie',
  'debtMoved.appeal':
    'Je, haikuwa akaunti yako, au deni si sahihi? Tuandikie. Mtu ataliangalia, na anaweza kufuta deni.',

  'accountSuspended.subject': 'Akaunti yako ya {productName} imesimamishwa',
  'accountSuspended.what':
    'Tumesimamisha akaunti yako. Hadi jambo hili litatuliwe hakuna anayeweza kuingia kwayo.',
  'accountSuspended.reason': 'Sababu: {reason}',
  'accountSuspended.points': 'Pointi zako zinabaki zako: hakuna kilichoondolewa kwenye salio lako.',
  'accountSuspended.disagree': 'Hukubaliani? Tuandikie, na mtu wetu ataliangalia tena.',
  'accountSuspended.action': 'Tuandikie',

  'accountRestored.subject': 'Akaunti yako ya {productName} iko wazi tena',
  'accountRestored.what': 'Kusimamishwa kwa akaunti yako kumeisha. Unaweza kuingia kama awali.',
  'accountRestored.action': 'Ingia',

  'payoutsPaused.subject': 'Malipo yako yamesitishwa kwa muda',
  'payoutsPaused.what':
    'Tumesitisha malipo yako kwa muda. Hadi jambo hili litatuliwe huwezi kuomba kutoa pesa, na kilichoidhinishwa kinasubiri.',
  'payoutsPaused.reason': 'Sababu: {reason}',
  'payoutsPaused.points': 'Pointi zako zinabaki zako, na unaendelea kupata kama kawaida.',
  'payoutsPaused.disagree':
    'Hukubaliani? Tuambie kwenye ukurasa wa kutoa pesa tunachopaswa kujua. Tunasoma kila rufaa na kuijibu.',
  'payoutsPaused.action': 'Soma zaidi na ukate rufaa',

  'payoutsResumed.subject': 'Malipo yako yanaendelea',
  'payoutsResumed.what':
    'Malipo yako hayajasitishwa tena. Kilichoidhinishwa kinatumwa sasa, na unaweza kutoa pesa kama awali.',
  'payoutsResumed.reason': 'Tulichopata: {reason}',
  'payoutsResumed.action': 'Ona maombi yangu ya kutoa pesa',

  'appealAnswered.subject': 'Jibu letu kwa rufaa yako',
  'appealAnswered.what': 'Tumesoma rufaa yako. Malipo yako yanabaki yamesitishwa kwa sasa.',
  'appealAnswered.answer': 'Jibu letu: {answer}',
  'appealAnswered.action': 'Ona hali ilivyo',

  'testMail.subject': '[{productName}] Barua pepe inafanya kazi',
  'testMail.greeting': 'Habari,',
  'testMail.what':
    'hii ndiyo barua ya majaribio uliyoomba. {productName} inaweza kuwatumia wanachama wake barua pepe.',
  'testMail.action': 'Endelea kuandaa mfumo',
  'testMail.next': 'Ikiwa imeingia kwenye folda ya spam, angalia rekodi za SPF na DKIM za kikoa chako.',
  'testMail.footer': 'Imetumwa na {productName} kwa sababu mmiliki wake aliomba jaribio.',
  'operator.greeting': 'Kwa anayeshughulikia malipo:',
  'operator.action': 'Fungua ukurasa wa wafanyakazi',
  'operator.footer': 'Imetumwa na {productName} kwa anwani yake yenyewe ya huduma.',
  'queueStopped.subject': '[{productName}] Malipo yamesimamishwa',
  'queueStopped.what':
    'Hakuna malipo yanayotoka tena kupitia {provider}. Kilichoidhinishwa kinasubiri kwenye foleni, na wanachama wanaona hivyo. Yalisimamishwa na: {stoppedBy}.',
  'queueStopped.reason': 'Sababu: {reason}',
  'queueStopped.report': 'Alichosema mtoa huduma: {code}: {reason}',
  'queueStopped.next':
    'Rekebisha chanzo kwanza. Kisha ruhusu foleni iendelee, pamoja na dokezo la ulichofanya. Malipo yaliyokuwa njiani bado yanafuatiliwa.',
  'owners.greeting': 'Kwa wamiliki wa {productName}:',
  'owners.footer': 'Imetumwa na {productName} kwa kila mmoja wa wamiliki wake.',
  'owners.footerSupport':
    'Imetumwa na {productName} kwa anwani yake ya huduma, kwa sababu hakuna mmiliki aliye na barua pepe.',
  'companyChanged.subject': '[{productName}] {change}',
  'companyChanged.change':
    '{action, select, create_staff {Akaunti ya mfanyakazi imefunguliwa} staff_role {Jukumu la akaunti ya mfanyakazi limebadilishwa} staff_disabled {Akaunti ya mfanyakazi imezimwa} staff_enabled {Akaunti ya mfanyakazi imewashwa} staff_reset {Nenosiri na hatua ya pili ya akaunti ya mfanyakazi vimewekwa upya} staff_email {Barua pepe ya akaunti ya mfanyakazi imebadilishwa} member_role {Jukumu la usimamizi la mwanachama limebadilishwa} api_key_created {Ufunguo wa API umetengenezwa} api_key_revoked {Ufunguo wa API umefutwa} economy_changed {Viwango na vikomo vimebadilishwa} economy_preset_chosen {Viwango na vikomo vimechaguliwa} create_partner {Mshirika ameongezwa} update_partner {Mshirika amebadilishwa} webhook_created {Webhook imetengenezwa} webhook_changed {Webhook imebadilishwa} webhook_secret_rotated {Siri ya webhook imebadilishwa} webhook_retired {Webhook imeondolewa} payout_queue_resumed {Malipo yameruhusiwa kuendelea} automatic_payout_resumed {Idhini ya kiotomatiki imeruhusiwa kuendelea} payout_contradiction {Mtoa huduma anapinga alichosema kuhusu malipo. Malipo ya mwanachama huyo yamesitishwa} partner_near_ceiling {Deni la mshirika linakaribia kikomo chake. Pointi zake zijazo zitasubiri wafanyakazi} alarm_raised {Kuna tahadhari. Ukurasa wa Mfumo na docs/operations.md vinaeleza cha kufanya} alarm_cleared {Tahadhari imeisha} approval_lone {Badiliko ambalo hakuna mwingine anayeweza kuidhinisha litafanyika baada ya saa 24, mtu asipoliondoa} other {Kitu kimebadilishwa}}',
  'companyChanged.what': '{change}: {subject}.',
  'companyChanged.who': 'Na: {actor}',
  'companyChanged.when': 'Lini: {when}',
  'companyChanged.from': 'Kutoka anwani: {address}',
  'companyChanged.fromServer': 'Kwa amri kwenye seva yenyewe',
  'companyChanged.next':
    'Ikiwa unajua badiliko hili, huhitaji kufanya lolote. Ikiwa hakuna mwenzako aliyelifanya, chukua hatua sasa: fungua “Wafanyakazi na funguo”, zima akaunti iliyolifanya na ufute funguo zake, kisha usome kwenye kumbukumbu za ukaguzi mengine iliyofanya.',
  'root.subject': '[{productName}] Mzizi wa vitabu vya {day}',
  'root.what':
    'Huu ni mzizi uliotiwa saini wa vitabu vya hesabu mwishoni mwa {day}. Unaonyesha idadi ya wanachama, miamala, pointi na maingizo ya ukaguzi.',
  'root.next':
    'Hifadhi barua pepe hii. Ukiwa na shaka kuhusu vitabu, hifadhi mstari ulio kati ya mabano kama {file}, kisha uchague faili hiyo kwenye “Mfumo”, kando ya “Kagua leja”: utaona kama kuna kilichokatwa tangu wakati huo.',

  'contactMessage.subject': '[Fomu ya mawasiliano ya {productName}] {subject}',
  'contactMessage.what': 'Mtu ameandikia {productName} kupitia fomu ya mawasiliano.',
  'contactMessage.account': 'Mtumaji alikuwa ameingia kama {accountEmail}.',
  'contactMessage.visitor': 'Mtumaji hakuwa ameingia.',
  'contactMessage.warning':
    'Kila mstari unaoanza na > uliandikwa na mtumaji, na hakuna aliyeukagua. Jibu barua pepe hii ili uandikie anwani iliyotolewa humo.',
  'contactMessage.name': 'Jina: {name}',
  'contactMessage.email': 'Barua pepe: {email}',
  'contactMessage.line': 'Mada: {subject}',
  'contactMessage.footer': 'Imetumwa na fomu ya mawasiliano ya {productName}.',

  'contactReply.greeting': 'Uliandikia {productName}. Hili ndilo jibu letu:',
  'contactReply.quoted': 'Tarehe {day} uliandika:',
  'contactReply.footer':
    'Imetumwa na timu ya huduma ya {productName}. Jibu barua pepe hii, au andika kwa {supportEmail}, ili uendelee.',

  'premiumStarted.subject': 'Premium yako ya {productName} inaendelea hadi {day}',
  'premiumStarted.what': `Una premium hadi {day}: ${adds.known} ziko wazi kwako.`,
  'premiumStarted.action': 'Anza kupata pointi',
  'premiumStarted.noRenewal': 'Haijirudii yenyewe. Tutakukumbusha kabla haijaisha.',

  'premiumEnding.subject': 'Premium yako ya {productName} inaisha {day}',
  'premiumEnding.what': 'Premium yako inaisha {day}. Haijirudii yenyewe, na hakuna kinachotozwa usipokiomba.',
  'premiumEnding.points': 'Pointi zako zinabaki zako, na tafiti zinabaki bure.',
  'premiumEnding.action': 'Endelea na premium',
  'premiumEnding.price': 'Mwezi mmoja hugharimu {amount}. Kama hutaki kuendelea, huhitaji kufanya chochote.',

  'clientLink.subject': 'Kiungo chako cha tafiti za {organisation}',
  'clientLink.why':
    'Fungua kiungo hiki uone tafiti ambazo {organisation} iliagiza kwetu: maendeleo, matokeo na data.',
  'clientLink.action': 'Ona tafiti',
  'clientLink.expiry':
    'Kiungo kinafanya kazi {mostUses, plural, one {mara moja} other {mara #}}, kwa {days, plural, one {siku #} other {siku #}}. Usikitume kwa mtu mwingine: mwenye nacho anaona unachoona.',
  'clientComment.subject': 'Maoni mapya kuhusu “{title}”',
  'clientComment.team': 'Timu yetu imejibu kuhusu “{title}”:',
  'clientComment.author': '{author} ameandika kuhusu “{title}”:',
  'clientComment.action': 'Soma na ujibu',

  'passkeyAdded.subject': 'Passkey imeongezwa kwenye akaunti yako ya {productName}',
  'passkeyAdded.what':
    'Passkey “{name}” imeongezwa sasa hivi kwenye akaunti yako. Kuanzia sasa inafungua akaunti bila nenosiri lako. Kama ulikuwa wewe, huhitaji kufanya chochote.',

  'passkeyRemoved.subject': 'Passkey imeondolewa kwenye akaunti yako ya {productName}',
  'passkeyRemoved.what':
    'Passkey “{name}” haifungui tena akaunti yako. Nenosiri lako bado linaifungua. Kama ulikuwa wewe, huhitaji kufanya chochote.',

  'automaticStopped.subject': '[{productName}] Idhini ya kiotomatiki imesimamishwa',
  'automaticStopped.what':
    'Hakuna ombi la malipo linaloidhinishwa tena bila mtu. Maombi mapya yanasubiri wafanyakazi, na hakuna linalopotea. Yalisimamishwa na: {trippedBy}.',
  'automaticStopped.next':
    'Tafuta chanzo kwanza. Kisha omba yaendelee, jambo ambalo mtu wa pili lazima alikubali: {url}',
  'floatLow.subject': '[{productName}] Pesa za kuwalipa wanachama ni kidogo mno',
  'floatLow.what': 'Akaunti yetu kwa {provider} ina {amount} za malipo. Kilicho kikubwa zaidi kinasubiri.',
  'floatLow.next': 'Ijaze akaunti. Kinachosubiri huangaliwa kila dakika kumi na hutoka chenyewe.',

  'proofApproved.subject': 'Imeidhinishwa: {title}',
  'proofApproved.what':
    'Tumeangalia ulichowasilisha kwa “{title}”. {points, plural, one {Pointi # iko} other {Pointi # ziko}} kwenye salio lako.',
  'proofApproved.action': 'Ona pointi zangu',

  'proofRejected.subject': 'Haijaidhinishwa: {title}',
  'proofRejected.what': 'Tumeangalia ulichowasilisha kwa “{title}” na hatukuweza kuidhinisha.',
  'proofRejected.reason': 'Sababu: {reason}',
  'proofRejected.again': 'Unaweza kuwasilisha mara nyingine.',
  'proofRejected.action': 'Jaribu tena',

  'surveyReview.subject':
    '{news, select, held {Tunahitaji muda zaidi kwa majibu yako: {title}} rejected {Haikulipwa: {title}} returned {Pointi zimerudishwa: {title}} rejectedOnAppeal {Rufaa yako imeamuliwa: {title}} other {Imelipwa: {title}}}',
  'surveyReview.what':
    '{news, select, held {Bado tunakagua majibu yako ya “{title}”. {points, plural, other {Pointi #}} zitafika kabla ya {time}.} rejected {Tumekagua majibu yako ya “{title}” na hatukuyalipia.} returned {Tumekagua tena majibu yako ya “{title}” na tumeyakataa. {points, plural, other {Pointi #}} zimetolewa kwenye salio lako.} rejectedOnAppeal {Mtu mwingine ameangalia tena majibu yako ya “{title}”. Bado hayajalipwa.} paidOnAppeal {Mtu mwingine ameangalia tena majibu yako ya “{title}”, na ulikuwa sahihi. {points, plural, other {Pointi #}} ziko kwenye salio lako.} other {Tumekagua majibu yako ya “{title}”. {points, plural, other {Pointi #}} ziko kwenye salio lako.}}',
  'surveyReview.reason': 'Sababu: {reason}',
  'surveyReview.why.too-fast': 'Ulijibu haraka kuliko muda wa kusoma maswali.',
  'surveyReview.why.faster-than-others': 'Ulitumia muda mfupi sana kuliko watu wengi.',
  'surveyReview.why.not-opened': 'Utafiti ulijibiwa bila kufunguliwa.',
  'surveyReview.why.attention-check': 'Swali la kupima umakini lina jibu lisilo sahihi.',
  'surveyReview.why.contradiction': 'Baadhi ya majibu yako yanapingana.',
  'surveyReview.why.straight-line': 'Ulichagua jibu lilelile mwanzo hadi mwisho.',
  'surveyReview.why.same-as-others': 'Maneno yako ni sawa na ya wanachama wengine kadhaa.',
  'surveyReview.why.same-answers': 'Chaguo zako zote ni sawa na za mwanachama mwingine.',
  'surveyReview.why.same-device': 'Wanachama kadhaa walijibu kwa kifaa hiki.',
  'surveyReview.why.same-as-own': 'Ulitoa maneno yaleyale kwenye maswali au tafiti kadhaa.',
  'surveyReview.why.pace': 'Ulijibu tafiti kadhaa kwa muda mfupi kuliko zinavyohitaji.',
  'surveyReview.why.nonsense': 'Hatukuelewa ulichoandika.',
  'surveyReview.why.repeated': 'Tafiti zako kadhaa zilitiliwa shaka siku hiyo.',
  'surveyReview.appeal':
    'Hukubaliani? Unaweza kukata rufaa mara moja, kwenye orodha ya tafiti zako. Kisha mtu mwingine ataamua.',
  'surveyReview.action': 'Ona tafiti zangu',

  'claimCredited.subject': 'Dai lako la “{title}” limekubaliwa',
  'claimCredited.what':
    'Tumechunguza “{title}”. {points, plural, one {Pointi # iko} other {Pointi # ziko}} kwenye salio lako.',
  'claimDeclined.subject': 'Dai lako la “{title}” limekataliwa',
  'claimDeclined.what': 'Tumechunguza “{title}” na hatukuweza kukuwekea pointi.',
  'claim.reason': 'Sababu: {reason}',
  'claim.action': 'Ona shughuli zangu',

  'notMe.action': 'Si mimi',
  'notMe.press':
    'Kama hukuwa wewe, bonyeza kitufe. Kitatoa kila kifaa, kitaondoa nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',
  'notMe.help': 'Kitufe kisipofanya kazi, andika kwa {supportEmail} kutoka anwani hii.',

  'passkeyAdded.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitaondoa passkey hii, kitatoa kila kifaa, kitaondoa nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'payoutNumberAdded.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitatoa kila kifaa, kitaondoa mahali papya pa kulipwa na nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'emailChangeNotice.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitazuia kuhama, au kukibatilisha kama kimeshafanyika, kitatoa kila kifaa na kukuruhusu kuweka nenosiri jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'emailChanged.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitarudisha akaunti yako kwenye anwani hii, kitawatoa wote, kitashikilia maombi yako ya kutoa pesa na kukuruhusu kuweka nenosiri jipya. Kinafanya kazi mara moja, kwa siku 7, hata anwani ikibadilishwa tena.',
  'emailChanged.undo': 'Si mimi: rudisha',
  'emailChanged.contact':
    'Kama hukuwa wewe, andika kwa {supportEmail} mara moja, kutoka anwani hii, ili tusimamishe malipo na kukusaidia kupata akaunti yako tena.',

  'emailUndone.subject': 'Anwani hii haifungui tena akaunti ya {productName}',
  'emailUndone.what':
    'Mwenye akaunti iliyokuwa imehamia kwenye anwani hii amebatilisha kuhama huko. Akaunti imerudi kwenye anwani yake ya awali, kila kifaa kimetolewa, na anwani hii haiifungui tena.',
  'emailUndone.you': 'Ukidhani hili ni kosa, andika kwa {supportEmail} kutoka anwani hii.',
}
