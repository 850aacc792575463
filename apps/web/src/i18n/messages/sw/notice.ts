import type { notice as english } from '../en/notice.ts'
import type { Translation } from '../translation.ts'

export const notice: Translation<typeof english> = {
  'notice.title': 'Taarifa ya faragha',
  'notice.text':
    'Je, tunaweza kuhesabu kurasa zinazofunguliwa? Hakuna vidakuzi (cookies), hakuna chochote kukuhusu.',
  'notice.more': 'Maelezo zaidi',
  'notice.accept': 'Kubali takwimu',
  'notice.decline': 'Kataa',
  'notice.close': 'Funga na ukatae',

  'deletion.doneTitle': 'Akaunti yako imefungwa',
  'deletion.done': 'Itafutwa {day}. Ukibadilisha uamuzi wako, ingia kabla ya hapo na itabaki yako.',
  'deletion.login': 'Ingia',
}
