import type { clicks as english } from '../en/clicks.ts'

/** What members opened at partners, and their claims. */
export const clicks: Record<keyof typeof english, string> = {
  // Words that several pages share.
  'word.promised': 'Iliyoahidiwa',

  'clicks.lead':
    'Kila ofa na utafiti uliofungua kwa mshirika, na matokeo yake. Inaonyesha 100 za karibuni zaidi.',
  'clicks.list': 'Mibofyo yako',
  'clicks.emptyTitle': 'Bado hakuna mibofyo',
  'clicks.emptyText': 'Ukifungua ofa ya mshirika, unaweza kuifuatilia hapa.',
  'clicks.toOffers': 'Ona ofa za washirika',
  'clicks.opened': 'Ilifunguliwa',
  'clicks.confirmed': 'Iliyothibitishwa',
  'clicks.credited': 'Iliyowekwa',

  'clickState.waiting': 'Inamsubiri mshirika',
  'clickState.review': 'Inakaguliwa na mshirika',
  'clickState.refused': 'Haikulipwa',
  'clickState.pending': 'Imethibitishwa, iko njiani',
  'clickState.credited': 'Imewekwa',
  'clickState.reversed': 'Imechukuliwa tena',
  'clickState.screened-out': 'Haikulingana nawe',
  'clickText.waiting': 'Mshirika bado hajatuambia matokeo yake.',
  'clickText.review':
    'Taarifa ya mshirika inatofautiana na tulichoahidi. Tunaikagua na mshirika: huhitaji kufanya chochote.',
  'clickText.reviewUntil':
    'Taarifa ya mshirika inatofautiana na tulichoahidi. Tunaikagua na mshirika na tutaamua kabla ya {time}: huhitaji kufanya chochote.',
  'clickText.refused': 'Tuliikagua na mshirika na hatukuilipa.',
  'clickText.pending': 'Mshirika amethibitisha.',
  'clickText.pendingUntil': 'Mshirika amethibitisha. Pointi zitakuwa zako {time}.',
  'clickText.credited': 'Pointi ziko kwenye akaunti yako.',
  'clickText.reversed': 'Mshirika alithibitisha mwanzoni, kisha akazichukua tena baadaye.',

  'claim.start': 'Dai pointi zilizokosekana',
  'claim.text': 'Ulifanya kila kitu kwa “{title}” na pointi hazikuja? Tutalifuatilia kwa mshirika.',
  'claim.note': 'Kilichotokea (si lazima)',
  'claim.noteHint': 'Wakati ulipomaliza, au nambari uliyopewa na mshirika, itatusaidia kuipata.',
  'claim.send': 'Tuma dai',
  'claim.sentTitle': 'Dai limetumwa',
  'claim.sent': 'Tutalifuatilia kwa mshirika. Unaweza kulifuatilia hapa.',
  'claim.failedTitle': 'Dai halijatumwa',
  'claim.offline':
    'Hatukuweza kufikia seva. Angalia mtandao wako kisha ujaribu tena: litahesabiwa mara moja.',
  'claimState.open': 'Dai lako la {time} linachunguzwa.',
  'claimState.credited': 'Dai lako la {time} limekubaliwa.',
  'claimState.declined': 'Dai lako la {time} limekataliwa.',
}
