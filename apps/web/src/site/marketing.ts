import type { MessageKey } from '../i18n/i18n.ts'

/**
 * Claims on the landing page and /about. They are the operator's words, not measurements: no code computes or enforces
 * them, and the operator is responsible for them.
 */
type Figure<Label extends string> = { value: string; label: MessageKey & Label }
export const marketingFigures: readonly Figure<`landing.figure.${string}`>[] = [
  { value: '2M+', label: 'landing.figure.members' },
  { value: 'KES 5B+', label: 'landing.figure.paidOut' },
  { value: '98%', label: 'landing.figure.success' },
  { value: '24/7', label: 'landing.figure.support' },
]

export const foundedYear = '2020'
export const aboutFigures: readonly Figure<`about.figure.${string}`>[] = [
  { value: '2M+', label: 'about.figure.users' },
  { value: '50+', label: 'about.figure.countries' },
  { value: '$50M+', label: 'about.figure.paidOut' },
  { value: '4.8', label: 'about.figure.rating' },
]

type SampleEarning = { label: MessageKey & `landing.sample.${string}`; points: number; kes: number }
export const sampleEarnings: readonly SampleEarning[] = [
  { label: 'landing.sample.shopping', points: 5, kes: 5000 },
  { label: 'landing.sample.transport', points: 6, kes: 6000 },
  { label: 'landing.sample.banking', points: 8, kes: 8000 },
]

/**
 * The claimed earnings of each method, in the order of the landing page. Actual rewards come from the economy record.
 */
export const earningMethods = [
  { name: 'surveys', points: '5–20', reward: 'KES 5,000–20,000', isPremium: false },
  { name: 'videos', points: '20–50', reward: 'KES 2,000–5,000', isPremium: true },
  { name: 'quiz', points: '15', reward: 'KES 1,500', isPremium: true },
  { name: 'wheel', points: '0–100', reward: 'KES 50,000', isPremium: true },
  { name: 'social', points: '30–50', reward: 'KES 2,500–7,500', isPremium: true },
  { name: 'ads', points: '10–25', reward: 'KES 1,000–3,000', isPremium: true },
] as const

export const monthlyEarnings = 'KES 50,000–500,000'

type Testimonial = {
  name: string
  town: 'nairobi' | 'kisumu' | 'mombasa'
  location: string
  rating: number
  earnings: string
  text: MessageKey & `landing.story.${string}`
}
export const testimonials: readonly Testimonial[] = [
  {
    name: 'Wanjiku M.',
    town: 'nairobi',
    location: 'Nairobi',
    rating: 5,
    earnings: 'KES 85,000',
    text: 'landing.story.nairobi',
  },
  {
    name: 'Otieno K.',
    town: 'kisumu',
    location: 'Kisumu',
    rating: 5,
    earnings: 'KES 62,000',
    text: 'landing.story.kisumu',
  },
  {
    name: 'Amina H.',
    town: 'mombasa',
    location: 'Mombasa',
    rating: 5,
    earnings: 'KES 118,000',
    text: 'landing.story.mombasa',
  },
]
