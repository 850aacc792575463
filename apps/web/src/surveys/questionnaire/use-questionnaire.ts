import type { Questionnaire } from '@chuma/contract/surveys/questionnaire/questionnaire'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { useRefreshOffers } from '../offers/use-refresh-offers.ts'
import { useShowOfferFailure } from '../offers/use-show-offer-failure.ts'
import type { Issue } from './check-list.tsx'
import { newQuestionnaire } from './edit-questionnaire.ts'

export type Loaded = { version: number; questionnaire: Questionnaire | null; publishedVersion: number | null }

/** A draft that is edited here, saved, checked and published on the server. */
export function useQuestionnaire(surveyId: string, loaded: Loaded) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshOffers()
  const showFailure = useShowOfferFailure()
  const [first] = useState(() => loaded.questionnaire ?? newQuestionnaire())
  const [draft, setDraft] = useState(first)
  const [base, setBase] = useState({ version: loaded.version, saved: loaded.questionnaire })
  const [published, setPublished] = useState(loaded.publishedVersion)
  const [refused, setRefused] = useState<Issue[]>([])
  const isSaved = base.saved === draft
  const check = trpc.admin.checkQuestionnaire.useQuery(
    { id: surveyId },
    { enabled: base.version > 0, staleTime: 0, gcTime: 0 },
  )

  const handleFailure = (error: unknown) => {
    showFailure(error)
    setRefused(isApiError(error) ? listRefused(error.data?.fieldErrors ?? {}) : [])
  }
  const take = (saved: { version: number; questionnaire: Questionnaire | null }) => {
    const content = saved.questionnaire ?? draft
    setDraft(content)
    setBase({ version: saved.version, saved: content })
    setRefused([])
    return utils.admin.checkQuestionnaire.invalidate({ id: surveyId })
  }
  const saving = trpc.admin.saveQuestionnaire.useMutation({ onSuccess: take, onError: handleFailure })
  const importing = trpc.admin.importQuestionnaire.useMutation({ onSuccess: take, onError: handleFailure })
  const publishing = trpc.admin.publishQuestionnaire.useMutation({
    onError: handleFailure,
    onSuccess: ({ version }) => {
      setPublished(version)
      showToast({ kind: 'success', title: t('questionnaire.published', { version }) })
      return refresh()
    },
  })
  return {
    draft,
    setDraft,
    isSaved,
    /** Something would be lost. An empty first draft is nothing. */
    isChanged: !isSaved && draft !== first,
    published,
    issues: refused.length > 0 ? refused : (check.data?.issues ?? []),
    undecidedCount: check.data?.undecidedCount ?? 0,
    isPublishable: isSaved && check.data?.isPublishable === true && !check.isFetching,
    isPending: saving.isPending || importing.isPending || publishing.isPending,
    save: () => saving.mutate({ id: surveyId, version: base.version, questionnaire: draft }),
    importCsv: (csv: string) => importing.mutate({ id: surveyId, version: base.version, csv }),
    publish: () => publishing.mutate({ id: surveyId, version: base.version }),
  }
}

const listRefused = (fields: Record<string, string[] | undefined>): Issue[] =>
  Object.entries(fields).flatMap(([path, messages = []]) =>
    messages.map((message) => ({ level: 'error' as const, path, message })),
  )
