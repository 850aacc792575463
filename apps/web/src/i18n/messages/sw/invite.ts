import type { invite as english } from '../en/invite.ts'
import type { Translation } from '../translation.ts'

export const invite: Translation<typeof english> = {
  'invite.title': 'Alika rafiki',
  'invite.lead': 'Jinsi kualika kunavyofanya kazi hapa, na kila rafiki yako amefika wapi.',
  'invite.teaser': 'Mwambie mtu unayemjua kutuhusu. Akilipwa kwa mara ya kwanza, wewe pia utalipwa.',
  'invite.perFriend': 'Kwa kila rafiki',
  'invite.code': 'Msimbo wako wa mwaliko',
  'invite.link': 'Kiungo chako',
  'invite.copyCode': 'Nakili msimbo',
  'invite.copyLink': 'Nakili kiungo',
  'invite.share': 'Shiriki',
  'invite.shareText':
    'Pata pointi kwa tafiti na uzitoe kama pesa. Jisajili kwa msimbo wangu wa mwaliko {code}:',
  'invite.howTitle': 'Jinsi inavyofanya kazi',
  'invite.howPaid':
    'Unapata bonasi mara moja kwa kila rafiki, baada ya ombi lake la kwanza la kutoa pesa kulipwa. Kujisajili pekee hakulipi.',
  'invite.howSingle':
    'Marafiki wanaojisajili kwa msimbo wako mwenyewe tu ndio wanaohesabiwa, hadi {max, plural, one {rafiki #} other {marafiki #}}. Hakuna kinacholipwa kwa wale wanaowaalika wao.',
  'invite.howFree': 'Hakuna cha kulipa, kwako au kwa rafiki yako, sasa au baadaye.',
  'invite.fullTitle': 'Nafasi zote zimejaa',
  'invite.fullText':
    'Umelipwa kwa idadi yote ya marafiki tunaolipia. Marafiki zaidi wanakaribishwa, lakini hawakuletei bonasi.',
  'invite.closedTitle': 'Mialiko imefungwa',
  'invite.closedText':
    'Kwa sasa hatulipi chochote kwa kualika marafiki, kwa hivyo hakuna msimbo wa kushiriki. Unaweza kupata pointi kwa kila njia nyingine.',
  'invite.closedAction': 'Ona njia zako za kupata pointi',
  'invite.friends': 'Marafiki zako',
  'invite.friendsText': 'Marafiki huonekana hapa wakishathibitisha barua pepe zao. Huoni kamwe wanachopata.',
  'invite.places': 'Marafiki {paid} kati ya {max} wamelipiwa',
  'invite.emptyTitle': 'Bado hakuna mtu',
  'invite.emptyText': 'Mtumie kiungo chako mtu ambaye angependa kupata pointi hapa pia.',
  'invite.joined': 'Alijiunga',
  'invite.paidOn': 'Ililipwa {day}',
  'invite.gone': 'Rafiki aliyeondoka',
  'invite.open': 'Msimbo wako na marafiki zako',

  'inviteState.joined': 'Inasubiri',
  'inviteState.paid': 'Bonasi imelipwa',
  'inviteState.refused': 'Hakuna bonasi',
  'inviteText.joined': 'Bonasi huja baada ya ombi lake la kwanza la kutoa pesa kulipwa.',
  'inviteText.paid': 'Ombi lake la kwanza la kutoa pesa limelipwa, na bonasi yako iko kwenye akaunti yako.',
  'inviteReason.programme-closed': 'Mialiko ilikuwa imefungwa ombi lake la kwanza lilipolipwa.',
  'inviteReason.cap-reached': 'Ulikuwa umeshalipwa kwa idadi yote ya marafiki tunaolipia.',
  'inviteReason.same-person':
    'Akaunti hii hulipwa mahali pamoja na yako, au ina kisanduku kimoja cha barua pepe, kwa hivyo inahesabiwa kuwa yako mwenyewe.',
  'inviteReason.returning':
    'Mtu huyu alikuwa na akaunti hapo awali, aliyoifuta. Tunalipia wanachama wapya tu.',
  'inviteReason.inviter-suspended': 'Akaunti yako ilikuwa imesimamishwa ombi lake la kwanza lilipolipwa.',
  'inviteReason.inviter-closing': 'Akaunti yako ilikuwa inafutwa ombi lake la kwanza lilipolipwa.',
  'inviteReason.inviter-left': 'Akaunti yako ilifutwa kabla ombi lake la kwanza halijalipwa.',
  'inviteReason.friend-left': 'Akaunti ilifutwa kabla ombi lake la kwanza halijalipwa.',

  'signup.inviteCode': 'Msimbo wa mwaliko',
  'signup.inviteHint':
    'Aliyekualika ataona jina lako la kwanza, herufi ya kwanza ya jina lako la mwisho, na kama alipata bonasi kwa ajili yako.',
  'signup.inviteRemove': 'Jisajili bila msimbo',
  'signup.inviteAdd': 'Nina msimbo wa mwaliko',
}
