import type { security as english } from './en-security.ts'

export const security: Record<keyof typeof english, string> = {
  'notMe.action': 'Si mimi',
  'notMe.press':
    'Kama hukuwa wewe, bonyeza kitufe. Kitatoa kila kifaa, kitaondoa nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',
  'notMe.help': 'Kitufe kisipofanya kazi, andika kwa {supportEmail} kutoka anwani hii.',

  'passkeyAdded.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitaondoa passkey hii, kitatoa kila kifaa, kitaondoa nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'payoutNumberAdded.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitatoa kila kifaa, kitaondoa mahali papya pa kulipwa na nenosiri lako ili mtu yeyote asilitumie, na kukuruhusu kuweka jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'emailChangeNotice.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitazuia kuhama, au kukibatilisha kama kimeshafanyika, kitatoa kila kifaa na kukuruhusu kuweka nenosiri jipya. Kinafanya kazi mara moja, kwa siku 7.',

  'emailChanged.notYou':
    'Kama hukuwa wewe, bonyeza kitufe. Kitarudisha akaunti yako kwenye anwani hii, kitawatoa wote, kitashikilia maombi yako ya kutoa pesa na kukuruhusu kuweka nenosiri jipya. Kinafanya kazi mara moja, kwa siku 7, hata anwani ikibadilishwa tena.',
  'emailChanged.undo': 'Si mimi: rudisha',
  'emailChanged.contact':
    'Kama hukuwa wewe, andika kwa {supportEmail} mara moja, kutoka anwani hii, ili tusimamishe malipo na kukusaidia kupata akaunti yako tena.',

  'emailUndone.subject': 'Anwani hii haifungui tena akaunti ya {productName}',
  'emailUndone.what':
    'Mwenye akaunti iliyokuwa imehamia kwenye anwani hii amebatilisha kuhama huko. Akaunti imerudi kwenye anwani yake ya awali, kila kifaa kimetolewa, na anwani hii haiifungui tena.',
  'emailUndone.you': 'Ukidhani hili ni kosa, andika kwa {supportEmail} kutoka anwani hii.',
}
