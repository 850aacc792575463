import type { Partner, PartnerPreset } from '@chuma/contract/partners/partners'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useShowFailure } from '../admin/use-show-failure.ts'
import { useT } from '../i18n/use-t.ts'
import { isApiError, trpc } from '../trpc.ts'
import { showToast } from '../ui/dialogs/show-toast.ts'
import { isJsonObject, type PartnerValues, placeRefusal, toScheme, toSchemeValues } from './partner-values.ts'

type Options = { partner: Partner | null; presets: PartnerPreset[]; onSaved: (saved: Partner) => void }

/** Save a partner. `theirs` is someone else's newer version; saving again overwrites it. */
export function useSavePartner({ partner, presets, onSaved }: Options) {
  const t = useT()
  const utils = trpc.useUtils()
  const showFailure = useShowFailure()
  // The version that filled the form: a newer one is shown, but does not count as read.
  const [base] = useState(partner)
  const [theirs, setTheirs] = useState<Partner | null>(null)
  const form = useForm<PartnerValues>({
    initialValues: readValues(base, presets[0]),
    validate: {
      name: (name) => (name.trim() ? null : t('staff.required')),
      secret: (secret) => (base || secret ? null : t('staff.required')),
      rest: (rest) => (isJsonObject(rest) ? null : t('partners.restInvalid')),
    },
  })
  const handlers = {
    onSuccess: async (saved: Partner) => {
      showToast({
        kind: 'success',
        title: t(base ? 'partners.saved' : 'partners.created'),
        message: base ? saved.name : t('partners.createdText'),
      })
      await utils.partners.listPartners.invalidate()
      onSaved(saved)
    },
    onError: async (error: unknown) => {
      const answer = isApiError(error) ? error.data : null
      const refused = Object.entries(answer?.fieldErrors ?? {}).flatMap(([path, messages]) =>
        messages?.[0] ? [placeRefusal([path, messages[0]])] : [],
      )
      const [first] = refused
      if (first) {
        form.setErrors(Object.fromEntries(refused))
        form.getInputNode(first[0])?.focus()
        return
      }
      if (answer?.appCode !== 'PARTNER_STATE') return showFailure(error)
      await utils.partners.listPartners.invalidate()
      const newest = await utils.partners.listPartners.fetch()
      setTheirs(newest.find(({ id }) => id === base?.id) ?? null)
    },
  }
  const create = trpc.partners.createPartner.useMutation(handlers)
  const update = trpc.partners.updatePartner.useMutation(handlers)
  const save = ({ preset, name, secret, isActive, ...values }: PartnerValues) => {
    const settings = { name, isActive, scheme: toScheme(values) }
    if (!base) return create.mutate({ ...settings, preset, secret })
    const { version } = theirs ?? base
    update.mutate({ ...settings, id: base.id, version, ...(secret && { secret }) })
  }
  return { form, save, isPending: create.isPending || update.isPending, theirs }
}

function readValues(partner: Partner | null, first: PartnerPreset | undefined): PartnerValues {
  const { preset, name, isActive, scheme } = partner ?? {
    preset: first?.id ?? '',
    name: first?.label ?? '',
    isActive: true,
    scheme: first?.scheme ?? {},
  }
  return { preset, name, secret: '', isActive, ...toSchemeValues(scheme) }
}
