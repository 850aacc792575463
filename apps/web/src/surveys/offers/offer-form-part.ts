import type { UseFormReturnType } from '@mantine/form'
import type { OfferValues } from './offer-values.ts'

export type OfferFormPart = { form: UseFormReturnType<OfferValues> }
