import type { creditReviews as english } from '../en/credit-reviews.ts'
import type { Translation } from '../translation.ts'

export const creditReviews: Translation<typeof english> = {
  'creditReviews.title': 'Malipo ya kukagua',
  'creditReviews.text':
    'Mshirika alilipa pungufu ya tulichomwahidi mwanachama, au zaidi ya kikomo cha siku. Hakuna kinacholipwa hadi mtu aamue.',
  'creditReviews.filter': 'Onyesha malipo',
  'creditReviews.waiting': 'Yanayosubiri',
  'creditReviews.settled': 'Yaliyokamilika',
  'creditReviews.none': 'Hakuna malipo ya kukagua',
  'creditReviews.noneText': 'Hakuna yoyote, au hakuna yanayolingana na ulichochagua.',
  'creditReviews.arrived': 'Yalifika',
  'creditReviews.buys': 'Kiasi kinanunua',
  'creditReviews.left': 'Kilichobaki cha ahadi',
  'creditReviews.points': 'Pointi',
  'creditReviews.transaction': 'Muamala',
  'creditReviews.goal': 'Hatua',
  'creditReviews.claim': 'Dai la mwanachama kwa mbofyo huu',
  'creditReviews.payPromise': 'Lipa tulichoahidi: {points}',
  'creditReviews.payBought': 'Lipa kinachonunuliwa na kiasi: {points}',
  'creditReviews.pay': 'Lipa',
  'creditReviews.reject': 'Kataa',
  'creditReviews.paid': 'Malipo yamefanywa',
  'creditReviews.rejected': 'Malipo yamekataliwa',
  'creditReviews.told': 'Mwanachama anaona sababu yako kwenye mbofyo.',
  'creditReviews.ofClaim': 'Malipo ya mbofyo huu yanakaguliwa',
  'creditReviews.ofClaimText':
    'Amua kwanza kuhusu malipo hayo. Dai linaweza kukubaliwa tu malipo yakikataliwa.',
  'creditReviews.open': 'Kagua malipo',

  'creditReviewState.review': 'Ya kukagua',
  'creditReviewState.pending': 'Yatalipwa baada ya muda wa kusubiri',
  'creditReviewState.available': 'Yamelipwa',
  'creditReviewState.reversed': 'Yamechukuliwa tena',
  'creditReviewState.cancelled': 'Hayakulipwa',
  'creditReviewReason.pays-less-than-promised': 'Pungufu ya ahadi',
  'creditReviewReason.over-exposure': 'Mshirika anadaiwa kupita kiasi',
  'creditReviewReason.over-daily-ceiling': 'Zaidi ya kikomo cha siku',
  'creditReviewReasonText.pays-less-than-promised':
    'Kiasi cha mshirika hakitoshi kununua pointi tulizoahidi. Muulize mshirika kabla ya kulipa tofauti.',
  'creditReviewReasonText.over-exposure':
    'Mshirika angedaiwa zaidi ya kikomo chake. Mwombe alipe kabla ya kulipa pointi hizi.',
  'creditReviewReasonText.over-daily-ceiling':
    'Malipo haya yangemfanya mwanachama au mshirika apite kikomo cha mshirika cha siku.',

  'creditReviewDecision.promised': 'Lipa tulichoahidi',
  'creditReviewDecision.bought': 'Lipa kinachonunuliwa na kiasi',
  'creditReviewDecision.rejected': 'Kataa malipo haya',
  'creditReviewDecisionText.promised':
    'Mwanachama anapata kilichobaki cha ahadi, hata kama mshirika alilipa pungufu. Tofauti tunailipa sisi.',
  'creditReviewDecisionText.bought': 'Mwanachama anapata tu pointi ambazo kiasi cha mshirika kinanunua.',
  'creditReviewDecisionText.rejected':
    'Mwanachama hapati chochote kwa hili, anaona sababu yako, na anaweza kudai pointi.',
}
