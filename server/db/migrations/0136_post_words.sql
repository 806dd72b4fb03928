-- The text of a post with its marks, as the editor keeps it. `body` has its words alone, by which it is found.
alter table posts add column words jsonb;
select app.each_company($each$
  update posts set words = jsonb_build_object('type', 'doc', 'content', (
    select jsonb_agg(case when line = '' then '{"type": "paragraph"}'::jsonb else jsonb_build_object(
        'type', 'paragraph', 'content', jsonb_build_array(jsonb_build_object('type', 'text', 'text', line))) end
      order by n)
    from regexp_split_to_table(body, '\n') with ordinality as lines(line, n)))
  where body <> ''
$each$);
