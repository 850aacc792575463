import type { SurveyOfferDetail } from '@chuma/contract/surveys/survey-offers'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { useT } from '../../i18n/use-t.ts'
import { isApiError, trpc } from '../../trpc.ts'
import { showToast } from '../../ui/dialogs/show-toast.ts'
import { showFieldErrors } from '../../ui/forms/show-field-errors.ts'
import { type Merged, mergeChanges } from './merge-changes.ts'
import { type OfferValues, toInput, toValues } from './offer-values.ts'
import { useRefreshOffers } from './use-refresh-offers.ts'
import { useShowOfferFailure } from './use-show-offer-failure.ts'

type Options = {
  offer: SurveyOfferDetail | null
  form: UseFormReturnType<OfferValues>
  onDone: () => void
}
export type Meanwhile = Pick<Merged, 'taken' | 'disputed'> & { theirs: OfferValues }

/** Create or change an offer. If someone else saved first, the form takes over their changes and says so. */
export function useSaveOffer({ offer, form, onDone }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const refresh = useRefreshOffers()
  const showFailure = useShowOfferFailure()
  const [base, setBase] = useState(offer)
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null)

  const takeOver = async (id: string, before: SurveyOfferDetail) => {
    const latest = await utils.admin.getSurvey.fetch({ id }, { staleTime: 0 })
    const theirs = toValues(latest)
    const { values, taken, disputed } = mergeChanges(toValues(before), form.getValues(), theirs)
    form.setValues(values)
    setBase(latest)
    setMeanwhile({ taken, disputed, theirs })
  }
  const handlers = {
    onError: (error: unknown) => {
      showFailure(error)
      if (showFieldErrors(form, error)) return
      if (base && isApiError(error) && error.data?.appCode === 'OFFER_CHANGED') {
        void takeOver(base.id, base).catch(showFailure)
      }
    },
    onSuccess: () => {
      const message = t(base === null ? 'surveyOffers.created' : 'surveyOffers.updated')
      showToast({ kind: 'success', title: t('surveyOffers.success'), message })
      form.reset()
      onDone()
      return refresh()
    },
  }
  const create = trpc.admin.createSurvey.useMutation(handlers)
  const update = trpc.admin.updateSurvey.useMutation(handlers)
  return {
    meanwhile,
    isPending: create.isPending || update.isPending,
    save: (values: OfferValues) => {
      const input = toInput(values)
      if (base === null) create.mutate(input)
      else update.mutate({ ...input, id: base.id, version: base.version })
    },
  }
}
