-- Brings the place of an attempt at a client's survey up to date, if it has one, and notes the step for the job that adds steps up.
-- The caller has written the attempt and its review. Answers that wait for a check give their room back, and take it again when they
-- are accepted, if the budget has it. Otherwise, after an appeal that succeeds, or with a full cell, the house pays, and the answers
-- are in no dataset. Answers from before the price was agreed wait for room instead.
create or replace function settle_client_place(member uuid, survey uuid) returns void language plpgsql as $$
declare
  place client_place;
  attempt text;
  review text;
  waiting boolean;
  charged boolean;
  open boolean;
  organisation uuid;
begin
  select * into place from client_place
    where member_id = member and survey_id = survey and (is_open or is_waiting) for update;
  if not found then
    return;
  end if;
  select a.status, r.state into attempt, review
    from survey_attempt a left join survey_review r on r.member_id = a.member_id and r.survey_id = a.survey_id
    where a.member_id = member and a.survey_id = survey;
  waiting := attempt = 'completed' and review is not distinct from 'held'
    or place.is_earlier and place.is_waiting and attempt in ('started', 'in_progress');
  charged := attempt = 'completed' and coalesce(review in ('doubtful', 'paid'), true)
    and not exists (select from survey_place p where p.member_id = member and p.survey_id = survey and p.state = 'surplus');
  if charged and place.is_waiting then
    select o.organisation_id into organisation from client_order o where o.order_id = place.order_id;
    perform from client_account a where a.organisation_id = organisation for no key update;
    -- What was given back a moment ago is room too.
    perform add_up_client_steps(organisation);
    update client_account a set reserved_cents = reserved_cents + place.price_cents
      where a.organisation_id = organisation
        and a.prepaid_cents - a.reserved_cents - a.consumed_cents >= place.price_cents;
    charged := found;
    waiting := place.is_earlier and not charged;
  end if;
  open := charged or attempt in ('started', 'in_progress') and not waiting;
  if (open, charged, waiting) = (place.is_open, place.is_charged, place.is_waiting) then
    return;
  end if;
  update client_place set is_open = open, is_charged = charged, is_waiting = waiting
    where member_id = member and survey_id = survey;
  -- The room that was taken again is in the account already.
  insert into client_step (order_id, completes, places)
    select place.order_id, charged::int - place.is_charged::int, least(open::int - place.is_open::int, 0)
    where charged <> place.is_charged or (place.is_open and not open);
end $$;
