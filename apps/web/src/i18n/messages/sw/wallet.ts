import type { wallet as english } from '../en/wallet.ts'
import type { Translation } from '../translation.ts'

export const wallet: Translation<typeof english> = {
  'withdraw.title': 'Toa pesa',
  'withdraw.lead': 'Geuza pointi zako kuwa pesa, na ufuatilie kila malipo hadi yakufikie.',
  'withdraw.back': 'Rudi kwenye dashibodi',

  'wallet.balanceTitle': 'Salio lako',
  'wallet.availablePoints': 'Pointi zilizopo',
  'wallet.cashValue': 'Thamani kwa pesa',
  'wallet.heldPoints': 'Zimeshikiliwa kwa maombi ya kutoa',
  'wallet.heldText': 'Pointi zilizoshikiliwa ni za maombi yanayoendelea. Zitalipwa, au zitarudi kwako.',
  'wallet.noPoints': 'Huna cha kutoa kwa sasa. Utafiti huchukua dakika chache.',
  'wallet.toSurveys': 'Tafuta utafiti',

  'request.title': 'Omba kutoa pesa',
  'request.points': 'Pointi za kutoa',
  'request.pointsHint': 'Angalau {min, plural, one {pointi #} other {pointi #}}. Pointi 1 ni {kesPerPoint}.',
  'request.method': 'Njia ya kutoa pesa',
  'request.chooseMethod': 'Chagua njia',
  'request.mpesaNumber': 'Nambari ya M-Pesa',
  'request.mpesaPlaceholder': '07xxxxxxxx au 254xxxxxxxxx',
  'request.bankName': 'Jina la benki',
  'request.accountNumber': 'Nambari ya akaunti',
  'request.accountName': 'Jina la akaunti',
  'request.paypalEmail': 'Barua pepe ya PayPal',
  'request.save': 'Hifadhi taarifa hizi',
  'request.saveHint': 'Hutahitaji kuziandika tena wakati ujao. Ni wewe tu unayeziona.',
  'request.preview': 'Utapokea',
  'request.previewTo': 'kwenye {destination}',
  'request.max': 'Zote',
  'request.maxLabel': 'Zote: {points, plural, one {pointi #} other {pointi #}}',
  'request.duration': 'Kutoa pesa huchukua siku 3-5 za kazi.',
  'request.lately': 'Hivi karibuni, nusu ya malipo yetu yalifika ndani ya {wait}.',
  'request.tooFew': 'Hivi karibuni tumelipa machache mno kutaja muda wa kawaida.',
  'request.minutes': '{count, plural, one {dakika #} other {dakika #}}',
  'request.hours': '{count, plural, one {saa #} other {saa #}}',
  'request.days': '{count, plural, one {siku #} other {siku #}}',
  'request.gross': 'Thamani ya pointi zako',
  'wallet.taxLink': 'Kodi na vyeti',
  'request.tax': 'Kodi ya zuio ({percent}%)',
  'request.submit': 'Omba kutoa pesa',
  'request.pending': 'Inatuma...',
  'request.missingTitle': 'Taarifa hazijakamilika',
  'request.missing': 'Tafadhali jaza sehemu zote zinazohitajika.',
  'request.minimumTitle': 'Kiasi si sahihi',
  'request.minimum': 'Kiwango cha chini cha kutoa ni pointi {points} ({kes}).',
  'request.wholeNumber': 'Weka idadi kamili ya pointi.',
  'request.insufficientTitle': 'Pointi hazitoshi',
  'request.insufficient': 'Huna pointi za kutosha kutoa kiasi hiki.',
  'request.missingAirtel': 'Tafadhali weka namba yako ya Airtel Money.',
  'request.missingAirtime': 'Tafadhali weka namba itakayopata muda wa maongezi.',
  'request.airtelNumber': 'Namba ya Airtel Money',
  'request.airtimeNumber': 'Namba ya Simu',
  'request.numberPlaceholder': '07xxxxxxxx au 01xxxxxxxx',
  'request.airtimeHint': 'Mtandao wowote wa Kenya. Muda wa maongezi haurudishwi.',
  'request.networkHint': 'Inaonekana kuwa namba ya {network}. Hakikisha kwamba ina {wallet}.',
  'request.missingMpesa': 'Tafadhali weka nambari yako ya M-Pesa.',
  'request.missingBank': 'Tafadhali jaza taarifa zote za benki.',
  'request.missingPaypal': 'Tafadhali weka barua pepe yako ya PayPal.',
  'request.sentTitle': 'Ombi la kutoa pesa limetumwa',
  'request.sent': 'Ombi lako linakaguliwa. {kes} zimeshikiliwa hadi hapo.',
  'request.failedTitle': 'Ombi la kutoa pesa limeshindikana',
  'request.offline':
    'Hatukuweza kufikia seva. Angalia mtandao wako kisha ubonyeze kitufe tena: haitatumwa mara mbili kamwe.',

  'savedDetails.title': 'Taarifa za malipo zilizohifadhiwa',
  'savedDetails.use': '{method}, {destination}',
  'savedDetails.unproven': 'Bado haijathibitishwa',
  'savedDetails.provenBy.payment': 'Imethibitishwa na malipo yako ya kwanza tarehe {day}',
  'savedDetails.provenBy.code': 'Imethibitishwa kwa msimbo tarehe {day}',
  'savedDetails.provenBy.staff': 'Imethibitishwa na wafanyakazi wetu tarehe {day}',
  'savedDetails.other': 'Mahali pengine',
  'savedDetails.forget': 'Ondoa {method}',
  'savedDetails.forgotten': 'Taarifa zimeondolewa',
  'savedDetails.forgottenText':
    'Taarifa za {method} hazijahifadhiwa tena. Maombi ya awali yanabaki na taarifa zake.',
  'savedDetails.failed': 'Imeshindikana kuondoa taarifa',
  'savedDetails.offline': 'Hatukuweza kufikia seva. Angalia mtandao wako kisha ujaribu tena.',

  'prove.open': 'Thibitisha nambari hii',
  'prove.title': 'Thibitisha nambari yako ya M-Pesa',
  'prove.why':
    'Tutatuma msimbo wa tarakimu 6 kwa SMS kwenda {number}. Ukiuweka hapa, nambari ni yako na hakuna akaunti nyingine inayoweza kuidai.',
  'prove.send': 'Nitumie msimbo',
  'prove.sending': 'Inatuma...',
  'prove.sentTo': 'Tumetuma msimbo kwa SMS kwenda {number}. Unatumika kwa dakika {minutes}.',
  'prove.code': 'Msimbo ulio kwenye SMS',
  'prove.confirm': 'Thibitisha nambari',
  'prove.confirming': 'Inakagua...',
  'prove.again': 'Nitumie msimbo mwingine',
  'prove.againIn': 'Unaweza kuomba msimbo mwingine baada ya {time}',
  'prove.delivered': 'Mtandao wako umefikisha SMS.',
  'prove.failed.blocked':
    'Mtandao wako haukufikisha SMS: nambari hii haipokei SMS kutoka kwa watumaji kama sisi.',
  'prove.failed.number': 'Mtandao wako haukufikisha SMS: angalia nambari, au tumia nyingine.',
  'prove.failed.network': 'Mtandao wako haukufikisha SMS.',
  'prove.failed.account': 'Hatukuweza kutuma SMS. Hili ni kosa letu, si la simu yako.',
  'prove.unknown': 'Hatujui kama SMS imetumwa. Subiri dakika moja kabla ya kuomba nyingine.',
  'prove.noText': 'Hujapata SMS?',
  'prove.noTextHelp':
    'Huenda mtandao wako unazuia SMS zetu. Bado unaweza kutoa pesa: malipo yako ya kwanza yatathibitisha nambari.',
  'prove.done': 'Nambari imethibitishwa',
  'prove.reviewed': 'Wafanyakazi wataamua',
  'prove.proven': 'Umethibitisha nambari hii.',
  'prove.inReview': 'Wafanyakazi wanaamua nambari hii ni ya nani.',
  'prove.offline': 'Hatukuweza kufikia seva. Angalia mtandao wako kisha ujaribu tena.',
  'prove.demo': 'Hali ya maonyesho huhifadhi kila SMS kwenye mashine hii:',
  'prove.mailbox': 'fungua sanduku la barua',

  'withdrawMethod.airtel': 'Airtel Money',
  'withdrawMethod.airtime': 'Muda wa maongezi',
  'withdrawMethod.mpesa': 'M-Pesa',
  'withdrawMethod.bank': 'Benki',
  'withdrawMethod.paypal': 'PayPal',

  'history.title': 'Maombi yako ya kutoa pesa',
  'history.emptyTitle': 'Bado hujatoa pesa',
  'history.emptyText': 'Ukiomba kutoa pesa kwa mara ya kwanza, utafuatilia hapa hadi pesa zifike.',
  'history.requested': 'Imeombwa',
  'history.to': 'Kwenda',
  'history.receipt': 'Risiti',
  'history.tax': 'Kodi iliyozuiwa ({percent}%)',
  'history.sent': 'Unapokea',
  'history.paid': 'Imelipwa',
  'history.review': 'Kwa nini timu yetu inaliangalia kwanza',
  'history.adminMessage': 'Ujumbe wa msimamizi',

  'withdrawal.text.pending':
    'Tunakagua ombi lako. Pointi zake zimeshikiliwa kwa ajili yako hadi uamuzi utolewe.',
  'withdrawal.text.approved': 'Malipo yako yatashughulikiwa ndani ya saa 24-48.',
  'withdrawal.text.paid': 'Malipo yamekamilika!',
  'withdrawal.text.rejected': 'Pointi zako zimerudishwa kwenye akaunti yako.',
  'withdrawal.text.cancelled': 'Ulifuta ombi hili. Pointi zako zimerudishwa kwenye akaunti yako.',

  'cancelWithdrawal.action': 'Futa ombi hili',
  'cancelWithdrawal.title': 'Ufute ombi hili la kutoa pesa?',
  'cancelWithdrawal.text':
    '{points, plural, one {Pointi # itarudi} other {Pointi # zitarudi}} kwenye salio lako mara moja. Unaweza kuomba tena wakati wowote.',
  'cancelWithdrawal.keep': 'Liache',
  'cancelWithdrawal.done': 'Ombi limefutwa',
  'cancelWithdrawal.failed': 'Ombi halijafutwa',

  'expectedReason.everyone': 'Kwa sasa timu yetu huangalia kila ombi kabla halijalipwa.',
  'expectedReason.drawn':
    'Maombi mengi hulipwa bila kukaguliwa na mtu. Machache huchaguliwa kwa bahati nasibu yakaguliwe, na hili ni mojawapo.',
  'expectedReason.first':
    'Timu yetu huangalia malipo ya kwanza ya kila mtu. Yanayofuata mengi hulipwa bila kukaguliwa.',
  'expectedReason.large':
    'Timu yetu huangalia kila ombi la kiasi hiki. Madogo mengi hulipwa bila kukaguliwa.',
  'expectedReason.day':
    'Kiasi tunacholipa kwa siku bila kukaguliwa na mtu kimeshalipwa. Timu yetu itaamua kuhusu ombi hili, au litalipwa kesho.',
  'expectedReason.float':
    'Tunahitaji kwanza kuongeza pesa kwenye akaunti inayolipa. Timu yetu imearifiwa, na itaamua kuhusu ombi hili ikichukua muda.',
  'expectedReason.checked':
    'Maombi mengi hulipwa bila kukaguliwa na mtu. Timu yetu itaangalia hili kwanza, kwa sababu ya jambo fulani kuhusu akaunti au chanzo cha pointi zake.',
  'expected.machine': 'Inatarajiwa kufikia {when}, kama ilivyokuwa karibuni kwa malipo tisa kati ya kumi.',
  'expected.person':
    'Inatarajiwa kufikia {when}: mtu ataangalia kwanza. Karibuni tisa kati ya kumi hayakuzidi muda huo.',
  'nextStep.decision': 'Kinachofuata: timu yetu itaamua ndani ya siku 3-5 za kazi, kabla ya {day} kuisha.',
  'nextStep.byItself':
    'Kinachofuata: mtu wetu anakagua ombi hili kwa makini na ataamua ndani ya siku 3-5 za kazi, kabla ya {day} kuisha.',
  'nextStep.decisionLate':
    'Imechelewa. Uliahidiwa uamuzi kufikia {day}, na pointi zako bado zimeshikiliwa kwa ajili yako.',
  'nextStep.payment': 'Pesa zitatumwa kufikia {when} ikichelewa sana.',
  'nextStep.paymentLate':
    'Imechelewa. Pesa zilipaswa kutumwa kufikia {when}, na pointi zako bado zimeshikiliwa kwa ajili yako.',
  'nextStep.until': 'Tutajaribu tena {when}.',
  'nextStep.write': 'Tuandikie',
  'nextStep.writeText': 'nasi tutachunguza: sema uliomba lini.',

  'waitReason.daily-limit':
    'Tumetuma kiasi chote tunachoruhusiwa kutuma kwa siku moja. Malipo yako ni miongoni mwa yanayofuata.',
  'waitReason.member-daily-limit':
    'Umefikia kiwango cha juu cha siku kwa mtu mmoja. Kilichobaki kitafuata kesho.',
  'waitReason.low-float': 'Akaunti yetu ya M-Pesa inahitaji kuongezwa pesa kwanza. Timu yetu imearifiwa.',
  'waitReason.busy':
    'M-Pesa ina shughuli nyingi. Tutajaribu tena wenyewe, na hakuna kitakachotumwa mara mbili.',
  'waitReason.stopped':
    'Malipo yamesimamishwa wakati timu yetu inarekebisha jambo. Yako yanabaki kwenye nafasi yake.',
  'waitReason.paused':
    'Malipo yako yamesitishwa kwa muda. Haya yanabaki kwenye nafasi yake na yatatumwa kusitishwa kukiondolewa.',

  'payoutNews.manual': 'Kinachofuata: mtu wa timu yetu atatuma pesa na kuandika nambari ya kumbukumbu hapa.',
  'payoutNews.queued': 'Malipo yako yako kwenye foleni na yatatumwa kiotomatiki. Huhitaji kufanya chochote.',
  'payoutNews.sending': 'Tunayakabidhi malipo kwa M-Pesa sasa hivi.',
  'payoutNews.sent':
    'M-Pesa imepokea malipo. Kinachofuata: uthibitisho wake, kwa kawaida ndani ya dakika moja.',
  'payoutNews.unknown':
    'M-Pesa bado haijatuambia kama pesa zimetoka. Tunaendelea kuuliza, na hatutatuma chochote mara ya pili kabla ya kujua.',
  'payoutNews.needs_review':
    'Malipo haya yanahitaji mtu ayaangalie, na timu yetu imearifiwa. Pointi zako zinabaki zimeshikiliwa hadi jambo hili litatuliwe.',
  'payoutNews.paid': 'M-Pesa imethibitisha malipo.',
  'wallet.debt':
    '{points, plural, one {Pointi # utakayopata italipa} other {Pointi # utakazopata zitalipa}} kilichochukuliwa tena baada ya wewe kukitumia. Hadi hapo hakuna kitakacholipwa.{held, plural, =0 {} other { Badala yake unaweza kufuta ombi lako lililo wazi: pointi zake zitapunguza deni hili.}}',
  'payoutNews.returned':
    'Tulilipa ombi hili, lakini pesa zimerudi kwetu. Angalia unakotaka kulipwa kabla ya kuomba tena.',
  'payoutNews.failed': 'Malipo hayakufaulu. Timu yetu itayatuma tena au kukurudishia pointi.',

  'transactions.title': 'Historia ya pointi',
  'transactions.emptyTitle': 'Bado hakuna pointi',
  'transactions.emptyText':
    'Unachopata na unachotoa huorodheshwa hapa, pamoja na salio lako baada ya kila kimoja.',
  'transactions.balance': 'Salio',
  'transactions.held': '{points, plural, one {pointi # imeshikiliwa} other {pointi # zimeshikiliwa}}',
  'transactions.fromHeld': 'zimetumwa kutoka pointi zilizoshikiliwa',
  'times.zone': 'Nyakati ni za {zone}.',

  'withdrawal.pending': 'Linasubiri',
  'withdrawal.approved': 'Limeidhinishwa',
  'withdrawal.paid': 'Limelipwa',
  'withdrawal.rejected': 'Limekataliwa',
}
