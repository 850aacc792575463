import type { books as english } from '../en/books.ts'
import type { Translation } from '../translation.ts'

export const books: Translation<typeof english> = {
  'books.nav': 'Ulinganishaji',
  'books.title': 'Ulinganishaji wa hesabu',
  'books.days': 'Siku',
  'books.daysText':
    'Kila usiku siku iliyotangulia hulinganishwa: kilicholipwa kulingana na maombi yetu ya kutoa pesa, leja na mtoa huduma.',
  'books.none': 'Bado hakuna ulinganisho',
  'books.noneText': 'Ulinganishaji wa kwanza utafanyika usiku huu. Unaweza pia kuanza mmoja sasa.',
  'books.day': 'Siku',
  'books.compare': 'Linganisha',
  'books.compareAgain': 'Linganisha tena',
  'books.compared': 'Siku imelinganishwa',
  'books.comparedText':
    '{open, plural, =0 {Kila kitu kinalingana.} one {Tofauti # iko wazi.} other {Tofauti # ziko wazi.}}',
  'books.chooseDay': 'Chagua siku',
  'books.agrees': 'Inalingana',
  'books.explained': 'Imeelezwa',
  'books.openCount': '{count, plural, one {tofauti # iliyo wazi} other {tofauti # zilizo wazi}}',
  'books.noStatement': 'Bado hakuna taarifa ya mtoa huduma kwa siku hii.',
  'books.paidCount': '{count, plural, one {ombi # la kutoa pesa} other {maombi # ya kutoa pesa}}',
  'books.gross': 'Kabla ya kodi',
  'books.tax': 'Kodi',
  'books.sent': 'Iliyotumwa',
  'books.ledger': 'Leja',
  'books.provider': 'Mtoa huduma',
  'books.madeAt': 'Ililinganishwa {time} na {name}',
  'books.show': 'Onyesha tofauti',
  'books.showDay': 'Onyesha tofauti za {day}',
  'books.more': 'Siku za awali',
  'books.differencesOf': 'Tofauti za {day}',
  'books.openDifferences': 'Tofauti zilizo wazi za siku zote',
  'books.showOpen': 'Onyesha tofauti zote zilizo wazi',
  'books.allAgree': 'Hakuna cha kueleza',
  'books.allAgreeText': 'Leja, maombi ya kutoa pesa na mtoa huduma vinalingana.',
  'books.expected': 'Iliyotarajiwa',
  'books.found': 'Iliyopatikana',
  'books.receipt': 'Risiti {receipt}',
  'books.withdrawal': 'Ombi la kutoa pesa la {name}',
  'books.resolvedBy': 'Ilitatuliwa na {name} {time}',
  'books.resolve': 'Tatua kwa dokezo',
  'books.resolveFor': 'Tatua: {kind}',
  'books.resolveTitle': 'Tatua tofauti hii',
  'books.resolveText':
    'Eleza kilichotokea. Haihamishi pesa wala pointi, na haiwezi kutenduliwa. Usiandike jina au nambari ya mtu yeyote.',
  'books.note': 'Dokezo',
  'books.noteMissing': 'Eleza kilichotokea',
  'books.resolved': 'Tofauti imetatuliwa',
  'books.resolvedText': 'Dokezo lako linaonyeshwa pamoja nayo, kwa jina lako.',
  'books.taxMonths': 'Kodi iliyozuiwa',
  'books.taxMonthsText': 'Iliyozuiwa kutoka malipo ya kila mwezi. Inadaiwa na mamlaka ya mapato.',
  'books.noTax': 'Bado hakuna kodi iliyozuiwa.',
  'books.taxMonth': '{count, plural, one {ombi # la kutoa pesa} other {maombi # ya kutoa pesa}} ya {base}',

  'difference.paid-without-posting': 'Imelipwa, lakini haiko kwenye leja',
  'difference.posting-without-paid': 'Iko kwenye leja, lakini haijalipwa',
  'difference.amount-differs': 'Kiasi kinatofautiana',
  'difference.number-differs': 'Nambari zinatofautiana',
  'difference.receipt-missing': 'Risiti haipo kwenye taarifa ya mtoa huduma',
  'difference.bank-row-missing': 'Imelipwa na benki, haipo kwenye taarifa',
  'difference.receipt-unknown': 'Risiti isiyojulikana',
  'difference.receipt-twice': 'Risiti moja kwa maombi mawili',
  'difference.receipt-not-settled': 'Imelipwa na mtoa huduma, iko wazi hapa',
  'difference.paid-twice': 'Imelipwa mara mbili',
  'difference.attempt-paid-withdrawal-not': 'Malipo yamefanyika, ombi halijalipwa',
  'difference.attempt-missing': 'Malipo yametumwa, jaribio halipo',
  'difference.contradiction': 'Mtoa huduma alijipinga',
  'difference.unresolved': 'Haijatatuliwa kwa zaidi ya siku moja',
  'difference.tax-differs': 'Kodi inatofautiana',
  'difference.sum-differs': 'Jumla za siku zinatofautiana',
  'differenceText.paid-without-posting':
    'Ombi limewekwa kuwa limelipwa, lakini pointi zake hazikutoka kwenye leja. Kagua leja hapo chini; huenda ilibadilishwa kwa mkono.',
  'differenceText.posting-without-paid':
    'Pointi zilitoka kwenye leja kwa malipo, lakini hakuna ombi lililolipwa. Kagua leja hapo chini; huenda ilibadilishwa kwa mkono.',
  'differenceText.amount-differs':
    'Rekodi mbili za malipo yaleyale zina kiasi tofauti. Linganisha ombi, malipo yake na risiti.',
  'differenceText.number-differs':
    'Nambari kwenye taarifa ya mtoa huduma haiishii kama ile aliyotoa mwanachama. Huenda pesa zimeenda kwa mtu mwingine.',
  'differenceText.receipt-missing':
    'Kwetu imelipwa, lakini taarifa ya siku hiyo iliyoingizwa haina risiti. Ingiza siku za kabla na baada; kama bado haipo, muulize mtoa huduma.',
  'differenceText.bank-row-missing':
    'Kwetu imelipwa na benki, lakini baada ya siku tano za kazi hakuna taarifa ya benki iliyoingizwa yenye mstari wake wa kiasi hiki. Ingiza taarifa au weka mstari wake; kama haupo, uliza benki kama ililipa.',
  'differenceText.receipt-unknown':
    'Mtoa huduma anasema hii ililipwa, lakini hakuna ombi letu lenye risiti hiyo. Tafuta ni nani aliyelipwa, na kwa nini.',
  'differenceText.receipt-twice':
    'Risiti moja huthibitisha malipo moja. Huenda ombi moja kati ya hayo mawili halikulipwa, au risiti iliandikwa vibaya.',
  'differenceText.receipt-not-settled':
    'Taarifa ya mtoa huduma ina malipo, lakini ombi halijakamilishwa. Liweke kuwa limelipwa kwa risiti hii, na usilitume tena.',
  'differenceText.paid-twice':
    'Taarifa ya mtoa huduma ina malipo ya pili kwa ombi lililolipwa kwa risiti nyingine. Omba yarudishwe, au sahihisha risiti.',
  'differenceText.attempt-paid-withdrawal-not':
    'Malipo yaliisha yakiwa yamelipwa, lakini ombi halikuisha hivyo. Likamilishe kabla mtu yeyote hajalituma tena.',
  'differenceText.attempt-missing':
    'Mtoa huduma aliripoti malipo haya, lakini jaribio lililoyatuma halipo kwenye hifadhidata. Lirudishe kutoka kwenye nakala rudufu.',
  'differenceText.contradiction':
    'Baada ya malipo kukamilishwa mtoa huduma aliripoti kinyume. Hakuna kilichobadilishwa; ripoti iko kwenye kumbukumbu za ukaguzi.',
  'differenceText.unresolved':
    'Haijulikani kama pesa hizi zilifika. Angalia kwa mtoa huduma, kisha uweke ombi kuwa limelipwa au ulikatae.',
  'differenceText.tax-differs': 'Kodi iliyo kwenye leja si kodi iliyozuiwa kutoka ombi hili.',
  'differenceText.sum-differs':
    'Jumla za siku hazilingani. Kwa kawaida tofauti nyingine za siku hueleza sababu.',
  'differenceSum.ledger': 'Pointi zilizolipwa dhidi ya pointi zilizotoka kwenye leja',
  'differenceSum.tax': 'Kodi iliyozuiwa dhidi ya kodi iliyoandikwa',
  'differenceSum.provider': 'Iliyotumwa dhidi ya taarifa ya mtoa huduma',
}
