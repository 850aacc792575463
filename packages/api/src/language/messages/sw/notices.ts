import type { NoticeCode } from '@chuma/core/notice'

export const notices: Record<NoticeCode, string> = {
  SIGN_UP_MAILED: 'Tumekutumia barua pepe. Fungua kiungo kilichomo ili uingie.',
  SIGN_UP_TAKEN: 'Ingia kwa barua pepe hii ili uendelee.',
  SIGN_UP_READY: 'Akaunti yako iko tayari.',
  VERIFICATION_REQUESTED: 'Kama anwani hii inasubiri kuthibitishwa, kiungo kipya kiko njiani.',
  SIGN_IN_LINK_REQUESTED: 'Kama anwani hii ina akaunti, kiungo cha kuingia kiko njiani.',
  PASSWORD_RESET_REQUESTED: 'Kama anwani hii ina akaunti, kiungo cha kuweka nenosiri jipya kiko njiani.',
  SIGNED_OUT: 'Umetoka.',
  DEVICE_SIGNED_OUT: 'Kifaa hicho kimetolewa.',
  CLIENT_ERASED: 'Akaunti yako imefutwa.',
  OTHER_DEVICES_SIGNED_OUT: 'Vifaa vingine vyote vimetolewa.',
  MEMBER_SIGNED_OUT: 'Mwanachama huyu ametolewa kila mahali.',
  STEPPED_UP: 'Imethibitishwa. Kwa dakika 5 zijazo hutaulizwa tena.',
  SECOND_FACTOR_OFF: 'Hatua yako ya pili imezimwa.',
  PAYOUT_DETAILS_FORGOTTEN: 'Taarifa hizi hazijahifadhiwa tena.',
  NUMBER_PROVEN: 'Nambari imethibitishwa: ni yako, na malipo yako yatatumwa huko.',
  NUMBER_IN_REVIEW:
    'Msimbo ni sahihi. Akaunti nyingine ilithibitisha nambari hii kabla yako, kwa hiyo wafanyakazi wetu wataamua ni ya nani sasa. Unaweza kuomba kutoa pesa kwa sasa: malipo yatasubiri uamuzi wao.',
  MESSAGE_SENT: 'Asante kwa kuwasiliana nasi! Tutakujibu ndani ya saa 24.',
  ANSWER_SAVED: 'Jibu limehifadhiwa',
  QUOTA_FULL: 'Utafiti huu tayari una watu wa kutosha kama wewe.',
  QUOTA_OTHERS: 'Utafiti huu unatafuta watu wengine.',
  ANSWERS_CHECKED:
    'Tunakagua majibu yako. {points, plural, other {Pointi #}} zitafika ndani ya {hours, plural, one {saa #} other {saa #}}, si zaidi.',
  OFFER_DELETED: 'Ofa ya utafiti imefutwa',
  SPUN: '{points, plural, =0 {Hakuna pointi safari hii. Gurudumu ni lako tena kesho.} one {Umeshinda pointi #!} other {Umeshinda pointi #!}}',
  AD_TOO_SHORT: 'Tafadhali tumia muda zaidi kwenye tangazo ili upate pointi.',
  PAGE_VIEW_COUNTED: 'Imehesabiwa',
  APPROVAL_FAILED: 'Hitilafu imetokea hapa. Hakuna kilichobadilishwa.',
}
