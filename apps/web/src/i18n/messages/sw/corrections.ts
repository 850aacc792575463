import type { corrections as english } from '../en/corrections.ts'
import type { Translation } from '../translation.ts'

export const corrections: Translation<typeof english> = {
  'correct.returned': 'Malipo yamerudi',
  'correct.late': 'Yalilipwa hatimaye',
  'correct.duplicate': 'Yalilipwa mara mbili',
  'correct.returnedText':
    'Tulimlipa {name} {kes}, na pesa zikarudi. Mtu wa pili lazima aidhinishe. Baada ya hapo ombi litakataliwa, na mwanachama ataambiwa.',
  'correct.lateText':
    'Tulikataa ombi hili na kurudisha {points, plural, one {pointi #} other {pointi #}}, lakini {kes} zimefika. Mtu wa pili lazima aidhinishe. Baada ya hapo pointi zitachukuliwa tena, hata kama {name} amezitumia, na mwanachama ataambiwa.',
  'correct.duplicateText':
    'Tulimlipa {name} {kes}, na kiasi hicho kikafika mara ya pili. Mtu wa pili lazima aidhinishe. Baada ya hapo mwanachama atadaiwa malipo ya pili, isipokuwa tukiyabeba sisi.',
  'correct.cause': 'Kwa nini yalirudi',
  'correctCause.bank': 'Benki iliyarudisha',
  'correctCause.provider': 'Yalibatilishwa kwa mtoa huduma',
  'correctCause.wrong-number': 'Yalitumwa kwa namba isiyo sahihi',
  'correct.receipt': 'Risiti ya malipo haya',
  'correct.receiptOfReturn': 'Risiti ya kurudishwa, kama ipo',
  'correct.evidence': 'Kinachothibitisha',
  'correct.evidenceHint': 'Kwa wafanyakazi: mstari wa taarifa, barua ya benki, au alichosema mtoa huduma.',
  'correct.evidenceMissing': 'Sema kinachothibitisha.',
  'correct.moreEvidence': 'Kingine kinachothibitisha (si lazima)',
  'correct.note': 'Kilichotokea, kwa mwanachama',
  'correct.pointsBack': 'Rudisha pointi',
  'correct.owes': 'Mwanachama anadaiwa malipo ya pili',
  'correct.send': 'Muulize mtu wa pili',
  'correct.failed': 'Haikuandikwa',

  'staffNav.debts': 'Madeni',
  'debts.title': 'Madeni',
  'debts.text':
    'Wanachama ambao salio lao liko chini ya sifuri, deni la zamani kwanza. Hawalipwi hadi deni liishe: kwa watakachopata, au kwa kukataa kilichoshikiliwa kwa ajili ya ombi.',
  'debts.list': 'Wanachama wenye deni',
  'debts.none': 'Hakuna mwenye deni',
  'debts.noneText': 'Wanachama huonekana hapa kinapochukuliwa tena kitu walichokwisha kutumia.',
  'debts.since': 'Tangu {when}: {cause}',
  'debts.held':
    '{points, plural, one {Pointi # imeshikiliwa} other {Pointi # zimeshikiliwa}} kwa maombi ya kutoa pesa',
  'debts.writeOff': 'Futa deni',
  'debts.writeOffTitle': 'Futa deni hili',
  'debts.writeOffText':
    '{name} hatadaiwa tena. Tutabeba {kes}. Mtu wa pili lazima aidhinishe, na mwanachama ataambiwa.',
  'debts.reason': 'Sababu, kwa wafanyakazi',
  'debts.failed': 'Deni halikufutwa',
}
