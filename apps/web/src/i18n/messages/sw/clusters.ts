import type { clusters as english } from '../en/clusters.ts'
import type { Translation } from '../translation.ts'

export const clusters: Translation<typeof english> = {
  'clusters.title': 'Makundi ya akaunti',
  'clusters.text':
    'Akaunti zinazoonekana kuwa za mtu mmoja, zenye alama nyingi zikiwa juu. Familia hutumia simu moja: angalia kabla ya kuamua.',
  'clusters.list': 'Makundi',
  'clusters.none': 'Hakuna makundi',
  'clusters.noneText': 'Makundi ya akaunti huonekana hapa yanapokuwa na mambo ya kutosha yanayoyaunganisha.',
  'clusters.accounts': '{count, plural, one {Akaunti #} other {Akaunti #}}',
  'clusters.stateAndScore': '{state} · {score} kati ya 100',
  'clusters.atStake': 'Kiasi kinachohusika',
  'clusters.back': 'Makundi yote',
  'clusters.why': 'Kwa nini ni kundi moja',
  'clusters.whyText': 'Alama ni {score} kati ya 100. Yanayowatetea wanachama huzipunguza.',
  'staffNav.clusters': 'Makundi',
  'clusters.points': '{sign}{points, number}',
  'clusters.map': 'Mchoro',
  'clusters.drawing':
    'Mchoro wa akaunti {count} na yanayoziunganisha. Jedwali la wanachama lina maelezo hayo hayo.',
  'clusters.sizes': 'Duara kubwa lina pointi zaidi.',
  'clusters.members': 'Wanachama',
  'clusters.member': 'Mwanachama',
  'clusters.shares': 'Wanachoshiriki',
  'clusters.balance': 'Pointi',
  'clusters.asked': 'Zilizoombwa',
  'clusters.paid': 'Zilizolipwa',
  'clusters.sharesPhone': 'Amesema anatumia simu na wengine',
  'clusters.signUps': 'Kujisajili',
  'clusters.minutesLater':
    '{minutes, plural, =0 {dakika hiyo hiyo} one {dakika # baadaye} other {dakika # baadaye}}',
  'clusters.decided': '{state}, {name}, {time}: {reason}',
  'clusters.ownTitle': 'Huwezi kuamua kuhusu kundi hili',
  'clusters.own': 'Akaunti yako mwenyewe imo: {names}. Mtu mwingine ataamua kuhusu kundi lote.',
  'clusters.effect': 'Kitakachotokea',
  'clusters.reasonRead': 'Kila mwanachama ataisoma, na anaweza kukata rufaa.',
  'clusters.reasonKept': 'Huwekwa kwenye kumbukumbu ya ukaguzi ya kila mwanachama.',
  'clusters.effectHeld':
    '{count, plural, =0 {Hakuna ombi la kutoa pesa lililo wazi} one {Ombi # la kutoa {amount} litashikiliwa} other {Maombi # ya kutoa {amount} yatashikiliwa}}, na mapya pia',
  'clusters.effectWait':
    '{count, plural, =0 {Hakuna ombi la kutoa pesa litakalosubiri} one {Ombi # la kutoa {amount} litasubiri} other {Maombi # ya kutoa {amount} yatasubiri}}',
  'clusters.effectReleased':
    '{count, plural, =0 {Hakuna ombi litakaloachiliwa} one {Ombi # litaachiliwa} other {Maombi # yataachiliwa}}',
  'clusters.effectPaused':
    '{count, plural, one {Malipo ya mwanachama # yatasitishwa} other {Malipo ya wanachama # yatasitishwa}}{before, plural, =0 {} other {, ya # yalikuwa yamesitishwa}}',
  'clusters.effectPaid': '{amount} zimeshalipwa kwao',
  'clusters.effectDismissed': 'Kundi litarudi tu kukiwa na akaunti mpya au sababu mpya',
  'clusters.doneTitle': 'Imeamuliwa',
  'clusters.done': 'Hali ya kundi sasa: {state}.',

  'clusterState.found': 'Linasubiri uamuzi',
  'clusterState.held': 'Limeshikiliwa',
  'clusterState.paused': 'Malipo yamesitishwa',
  'clusterState.released': 'Limeachiliwa',
  'clusterState.dismissed': 'Limeondolewa',
  'clusterState.closed': 'Limefungwa',

  'clusterDecision.hold': 'Shikilia maombi ya kutoa pesa',
  'clusterDecision.release': 'Achilia',
  'clusterDecision.pause': 'Sitisha malipo',
  'clusterDecision.dismiss': 'Ondoa: ni familia',

  'clusterEffect.hold':
    'Maombi ya kutoa pesa ya wanachama wote {count, plural, one {#} other {#}} yatasubiri. Watasoma kwamba tunaangalia kama kila mtu ana akaunti moja, na tutaamua lini.',
  'clusterEffect.release':
    'Maombi ya kutoa pesa ya wanachama wote {count, plural, one {#} other {#}} yataendelea kama kawaida.',
  'clusterEffect.pause':
    'Malipo ya wanachama wote {count, plural, one {#} other {#}} yatasimama hadi mtu ayaruhusu tena kwa kila mmoja.',
  'clusterEffect.dismiss':
    'Unasema kwamba akaunti hizi {count, plural, one {#} other {#}} ni za watu tofauti.',

  'clusterEdge.mailbox': 'Kisanduku kimoja cha barua pepe',
  'clusterEdge.destination': 'Mahali pamoja pa kulipwa',
  'clusterEdge.device': 'Kifaa kimoja',
  'clusterEdge.invitation': 'Mwaliko',
  'clusterEdge.timing': 'Dakika zile zile',

  'clusterPlace.mpesa': 'nambari moja ya M-Pesa',
  'clusterPlace.bank': 'akaunti moja ya benki',
  'clusterPlace.paypal': 'anwani moja ya PayPal',
  'clusterPlace.any': 'mahali pamoja',

  'clusterReason.one-mailbox': 'Akaunti {count} kati ya {of} zinatumia kisanduku kimoja cha barua pepe',
  'clusterReason.one-destination': 'Akaunti {count} zililipwa au ziliomba kulipwa kwa {place}',
  'clusterReason.one-device': 'Akaunti {count} kati ya {of} zilitumia kifaa kimoja',
  'clusterReason.invited-each-other': '{count} kati ya {of} walialikana',
  'clusterReason.signed-up-together':
    '{count} walijisajili ndani ya {minutes, plural, one {dakika #} other {dakika #}}',
  'clusterReason.earned-together': '{count} kati ya {of} wanapata vitu vile vile katika dakika zile zile',
  'clusterReason.many-accounts': 'Akaunti {count} ni nyingi kuliko za familia moja',
  'clusterReason.own-destinations': '{count} kati ya {of} wamethibitisha mahali pao wenyewe pa kulipwa',
  'clusterReason.own-devices': '{count} kati ya {of} wametumia kifaa chao wenyewe kwa miezi',
  'clusterReason.good-surveys': '{count} kati ya {of} wamejibu tafiti kwa makini',
  'clusterReason.known-to-staff': '{count} kati ya {of} wanajulikana na wafanyakazi kuwa watu tofauti',
}
