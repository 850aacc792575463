export const clientTerms = {
  'clients.quotes': 'Nukuu za bei',
  'clients.quotesText':
    'Mteja anaweza kukubali ya karibuni ya kila utafiti; anaona bei, idadi na jumla. Hapo oda yake inafunguka.',
  'clients.makeQuote': 'Toa nukuu ya bei',
  'clients.quoteVersion': 'toleo {version}',
  'clients.quoteCompletes': 'Idadi ya majibu',
  'clients.quoteIncidence': 'Wanaofaa (%)',
  'clients.quoteIncidenceText': 'Sehemu ya wanaoanza ambao hawaondolewi na maswali ya kuchuja.',
  'clients.quotePrice':
    '{price} kwa kila jibu, {count, plural, one {jibu #} other {majibu #}}, jumla {total}',
  'clients.quoteBy': 'imetolewa na {name}',
  'clients.quoteApproved': 'imeidhinishwa na {name}',
  'clients.quoteAccepted': 'imekubaliwa na {name}, {at}',
  'clients.quoteWithdrawn': 'imeondolewa na {name}',
  'clients.quoteState.open': 'inamsubiri mteja',
  'clients.quoteState.accepted': 'imekubaliwa',
  'clients.quoteState.withdrawn': 'imeondolewa',
  'clients.quoteState.outdated': 'imebadilishwa',
  'clients.quoteState.expired': 'muda umeisha',
  'clients.withdrawQuote': 'Ondoa',
  'clients.figures': 'Bei imetokana na nini: {label}',
  'clients.figureReward': 'Zawadi: {amount}',
  'clients.figureScreenOut': 'Wanaochujwa: {amount} kila mmoja, wanaofaa wakiwa {percent}%',
  'clients.figureMeasured':
    '{count, plural, one {Dakika #} other {Dakika #}} zilizopimwa, kila moja {amount}',
  'clients.figureStated':
    '{count, plural, one {Dakika #} other {Dakika #}} kama utafiti unavyosema, kila moja {amount}',
  'clients.figureMargin': 'Faida: {percent}%',
  'clients.figureSetup':
    'Maandalizi: {amount}, yamegawanywa kwa {count, plural, one {jibu #} other {majibu #}}',
  'clients.disputes': 'Mapingamizi',
  'clients.disputesText':
    'Bei unayorudisha inaingia kwenye bajeti ya mteja na jibu linatoka kwenye faili yake. Mwanachama anabaki na pointi zake.',
  'clients.disputeState.open': 'linasubiri uamuzi',
  'clients.disputeState.rejected': 'limekataliwa',
  'clients.disputeState.credited': 'bei imerudishwa',
  'clients.decidedBy': 'limeamuliwa na {name}',
  'clients.decideDispute': 'Amua kuhusu {respondent}',
  'clients.disputeAnswer': 'Jibu kwa mteja',
  'clients.disputeAnswerText': 'Linahitajika ili kukataa.',
  'clients.rejectDispute': 'Kataa',
  'clients.creditDispute': 'Rudisha {amount}',
}
