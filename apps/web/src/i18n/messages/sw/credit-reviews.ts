import type { creditReviews as english } from '../en/credit-reviews.ts'
import type { Translation } from '../translation.ts'

export const creditReviews: Translation<typeof english> = {
  'reviews.title': 'Malipo ya kukagua',
  'reviews.text':
    'Mshirika alilipa pungufu ya tulichomwahidi mwanachama, au zaidi ya kikomo cha siku. Hakuna kinacholipwa hadi mtu aamue.',
  'reviews.filter': 'Onyesha malipo',
  'reviews.waiting': 'Yanayosubiri',
  'reviews.settled': 'Yaliyokamilika',
  'reviews.none': 'Hakuna malipo ya kukagua',
  'reviews.noneText': 'Hakuna yoyote, au hakuna yanayolingana na ulichochagua.',
  'reviews.arrived': 'Yalifika',
  'reviews.buys': 'Kiasi kinanunua',
  'reviews.left': 'Kilichobaki cha ahadi',
  'reviews.points': 'Pointi',
  'reviews.transaction': 'Muamala',
  'reviews.goal': 'Hatua',
  'reviews.claim': 'Dai la mwanachama kwa mbofyo huu',
  'reviews.payPromise': 'Lipa tulichoahidi: {points}',
  'reviews.payBought': 'Lipa kinachonunuliwa na kiasi: {points}',
  'reviews.pay': 'Lipa',
  'reviews.reject': 'Kataa',
  'reviews.paid': 'Malipo yamefanywa',
  'reviews.rejected': 'Malipo yamekataliwa',
  'reviews.told': 'Mwanachama anaona sababu yako kwenye mbofyo.',
  'reviews.ofClaim': 'Malipo ya mbofyo huu yanakaguliwa',
  'reviews.ofClaimText': 'Amua kwanza kuhusu malipo hayo. Dai linaweza kukubaliwa tu malipo yakikataliwa.',
  'reviews.open': 'Kagua malipo',

  'reviewState.review': 'Ya kukagua',
  'reviewState.pending': 'Yatalipwa baada ya muda wa kusubiri',
  'reviewState.available': 'Yamelipwa',
  'reviewState.reversed': 'Yamechukuliwa tena',
  'reviewState.cancelled': 'Hayakulipwa',
  'reviewReason.pays-less-than-promised': 'Pungufu ya ahadi',
  'reviewReason.over-daily-ceiling': 'Zaidi ya kikomo cha siku',
  'reviewReasonText.pays-less-than-promised':
    'Kiasi cha mshirika hakitoshi kununua pointi tulizoahidi. Muulize mshirika kabla ya kulipa tofauti.',
  'reviewReasonText.over-daily-ceiling':
    'Malipo haya yangemfanya mwanachama au mshirika apite kikomo cha mshirika cha siku.',

  'reviewDecision.promised': 'Lipa tulichoahidi',
  'reviewDecision.bought': 'Lipa kinachonunuliwa na kiasi',
  'reviewDecision.rejected': 'Kataa malipo haya',
  'reviewDecisionText.promised':
    'Mwanachama anapata kilichobaki cha ahadi, hata kama mshirika alilipa pungufu. Tofauti tunailipa sisi.',
  'reviewDecisionText.bought': 'Mwanachama anapata tu pointi ambazo kiasi cha mshirika kinanunua.',
  'reviewDecisionText.rejected':
    'Mwanachama hapati chochote kwa hili, anaona sababu yako, na anaweza kudai pointi.',
}
