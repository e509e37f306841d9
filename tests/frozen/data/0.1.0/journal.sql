--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: alembic_version; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);


--
-- Name: chat; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.chat (
    table_id text NOT NULL,
    sequence integer NOT NULL,
    room text NOT NULL,
    seat integer,
    person text NOT NULL,
    message text NOT NULL,
    preset text,
    text text,
    at double precision NOT NULL,
    number integer DEFAULT 0 NOT NULL
);


--
-- Name: decisions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.decisions (
    table_id text NOT NULL,
    sequence integer NOT NULL,
    number integer NOT NULL,
    person text NOT NULL,
    message text NOT NULL,
    entries text NOT NULL,
    at double precision NOT NULL,
    previous text
);


--
-- Name: keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.keys (
    key text NOT NULL,
    person text NOT NULL
);


--
-- Name: life; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.life (
    alive_at double precision NOT NULL
);


--
-- Name: mailboxes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mailboxes (
    person text NOT NULL,
    address text NOT NULL,
    language text NOT NULL,
    asked_at double precision NOT NULL,
    confirmed_at double precision,
    silent text DEFAULT '[]'::text NOT NULL
);


--
-- Name: mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mails (
    id text NOT NULL,
    person text NOT NULL,
    box text NOT NULL,
    kind text NOT NULL,
    table_id text NOT NULL,
    made_at double precision NOT NULL,
    due_at double precision NOT NULL,
    tries integer NOT NULL,
    state text NOT NULL
);


--
-- Name: people; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.people (
    id text NOT NULL,
    name text NOT NULL,
    at double precision DEFAULT 0 NOT NULL
);


--
-- Name: preferences; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.preferences (
    person text NOT NULL,
    chosen text NOT NULL,
    at double precision NOT NULL
);


--
-- Name: processes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.processes (
    id text NOT NULL,
    alive_at double precision NOT NULL
);


--
-- Name: reviews; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.reviews (
    table_id text NOT NULL,
    number integer NOT NULL,
    body text NOT NULL,
    at double precision NOT NULL,
    versions text DEFAULT ''::text NOT NULL
);


--
-- Name: site; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.site (
    name text NOT NULL,
    value text NOT NULL
);


--
-- Name: sitters; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sitters (
    table_id text NOT NULL,
    seat integer NOT NULL,
    person text NOT NULL
);


--
-- Name: solved; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.solved (
    person text NOT NULL,
    puzzle text NOT NULL,
    at double precision NOT NULL,
    lost double precision NOT NULL,
    "right" integer NOT NULL
);


--
-- Name: tables; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.tables (
    id text NOT NULL,
    variant text NOT NULL,
    rules_version integer NOT NULL,
    settings text NOT NULL,
    fen text NOT NULL,
    opened_at double precision NOT NULL,
    status text NOT NULL,
    changed_at double precision NOT NULL,
    control text DEFAULT 'none'::text NOT NULL,
    listed integer DEFAULT 1 NOT NULL,
    result text
);


--
-- Name: waits; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.waits (
    person text NOT NULL,
    variants text NOT NULL,
    control text NOT NULL,
    since double precision NOT NULL,
    message text NOT NULL,
    network text NOT NULL,
    seen_at double precision NOT NULL,
    paired text
);


--
-- Data for Name: alembic_version; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.alembic_version VALUES
	('0006');


--
-- Data for Name: chat; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.chat VALUES
	('apocalypsecomputer', 0, 'players', 1, 'computer-2', 'cccccccccccccccccccccccccccccccc', 'computer_hurried', NULL, 1800001664.6669984, 1),
	('chat', 0, 'players', 0, 'e835e1b4b090c324cfc1', 'hello', 'hello', NULL, 1800001694.4329982, 1),
	('chat', 1, 'players', 1, '10fae96072477e4eaec8', 'doubled', NULL, 'Bonne chance — à vous !', 1800001694.4329982, 2),
	('chat', 2, 'players', 1, '10fae96072477e4eaec8', 'doubled', NULL, 'Bonne chance — à vous !', 1800001694.4329982, 3),
	('chat', 3, 'onlookers', NULL, 'bb7b88acdba8690471ee', 'doubled', NULL, 'Nice to watch. 👏', 1800001694.4329982, 1),
	('chat', 4, 'onlookers', NULL, 'a62b0b8961cd59d1fdff', 'dan1', NULL, 'Ça se voit d’ici.', 1800001694.4329982, 2);


--
-- Data for Name: decisions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.decisions VALUES
	('5n52an0a10l3oatb5vd2', 0, 0, '8094b8908f834b5ef00a', '', '[["sit",0,0,"8094b8908f834b5ef00a",{},false]]', 1795335534.0649815, NULL),
	('5n52an0a10l3oatb5vd2', 1, 0, '59fa89d0a85961e24354', '', '[["sit",0,1,"59fa89d0a85961e24354",{},false]]', 1795335534.0679524, NULL),
	('5n52an0a10l3oatb5vd2', 2, 1, '8094b8908f834b5ef00a', 'm335', '[["turn",0,0,"8094b8908f834b5ef00a",{"actions":{"0":"e2e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"e3\"}","texts":{"0":"e4"},"events":[["moved",0,[52,36],["P"]]]},true]]', 1795335534.071553, NULL),
	('5n52an0a10l3oatb5vd2', 3, 2, '59fa89d0a85961e24354', 'm336', '[["turn",1,1,"59fa89d0a85961e24354",{"actions":{"1":"b8c6"},"fen":"r1bqkbnr/pppppppp/2n5/8/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","texts":{"1":"Nc6"},"events":[["moved",1,[1,18],["n"]]]},true]]', 1795335534.0744412, NULL),
	('5n52an0a10l3oatb5vd2', 4, 3, '8094b8908f834b5ef00a', 'm337', '[["turn",2,0,"8094b8908f834b5ef00a",{"actions":{"0":"b1c3"},"fen":"r1bqkbnr/pppppppp/2n5/8/4P3/2N5/PPPP1PPP/R1BQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","texts":{"0":"Nc3"},"events":[["moved",0,[57,42],["N"]]]},true]]', 1795335534.0771484, NULL),
	('5n52an0a10l3oatb5vd2', 5, 4, '59fa89d0a85961e24354', 'm338', '[["turn",3,1,"59fa89d0a85961e24354",{"actions":{"1":"c6b8"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/2N5/PPPP1PPP/R1BQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","texts":{"1":"Nb8"},"events":[["moved",1,[18,1],["n"]]]},true]]', 1795335534.0796483, NULL),
	('5n52an0a10l3oatb5vd2', 6, 5, '8094b8908f834b5ef00a', 'm339', '[["turn",4,0,"8094b8908f834b5ef00a",{"actions":{"0":"c3b1"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 5 {\"flags\":\"0707\",\"enpassant\":\"-\"}","texts":{"0":"Nb1"},"events":[["moved",0,[42,57],["N"]]]},true]]', 1795335534.082198, NULL),
	('paekt9szv0p3z0doo4q8', 0, 0, '8094b8908f834b5ef00a', '', '[["sit",0,0,"8094b8908f834b5ef00a",{"set_up":true},false]]', 1795335534.1130223, NULL),
	('paekt9szv0p3z0doo4q8', 1, 0, '59fa89d0a85961e24354', '', '[["sit",0,1,"59fa89d0a85961e24354",{},false]]', 1795335534.1153848, NULL),
	('paekt9szv0p3z0doo4q8', 2, 0, '8094b8908f834b5ef00a', 'm349', '[["seal",0,0,"8094b8908f834b5ef00a",{"move":"g1h1","nonce":"31de0c5bc5bde50865472815c9391cf1"},true]]', 1795335534.1180952, NULL),
	('paekt9szv0p3z0doo4q8', 3, 1, '59fa89d0a85961e24354', 'm350', '[["turn",0,1,"59fa89d0a85961e24354",{"actions":{"0":"g1h1","1":"h8h1"},"fen":"k7/8/8/8/8/8/8/5RKr w 2 {\"flags\":\"8888\",\"enpassant\":\"-\"}","texts":{"0":"0-0","1":"Rxh1"},"events":[["castled",0,[62,62],["K","R"]],["dodged",1,[7,63],["r","R"]],["check",0,[62],["K"]]],"nonces":{"0":"31de0c5bc5bde50865472815c9391cf1","1":"795ea8bc4c1774a8a46a4ad27ae825ca"}},true]]', 1795335534.1199605, NULL),
	('paekt9szv0p3z0doo4q8', 4, 1, '8094b8908f834b5ef00a', 'm351', '[["seal",1,0,"8094b8908f834b5ef00a",{"move":"f1b1","nonce":"b30f6860dab277848fcfc247d88e82e6"},true]]', 1795335534.1220956, NULL),
	('paekt9szv0p3z0doo4q8', 5, 2, '59fa89d0a85961e24354', 'm352', '[["turn",1,1,"59fa89d0a85961e24354",{"actions":{"0":"f1b1","1":"h1h4"},"fen":"k7/8/8/8/7r/8/8/1R4K1 w 4 {\"flags\":\"8888\",\"enpassant\":\"-\"}","texts":{"0":"Rb1","1":"Rh4"},"events":[["moved",0,[61,57],["R"]],["moved",1,[63,39],["r"]]],"nonces":{"0":"b30f6860dab277848fcfc247d88e82e6","1":"09c661936d9f3e482ef4f74b307d736d"}},true]]', 1795335534.123903, NULL),
	('pwzxh87xkylxvr21aihj', 0, 0, '8094b8908f834b5ef00a', '', '[["sit",0,0,"8094b8908f834b5ef00a",{"set_up":true},false]]', 1795335534.0988476, NULL),
	('pwzxh87xkylxvr21aihj', 1, 0, '59fa89d0a85961e24354', '', '[["sit",0,1,"59fa89d0a85961e24354",{},false]]', 1795335534.1010556, NULL),
	('pwzxh87xkylxvr21aihj', 2, 0, '8094b8908f834b5ef00a', 'm344', '[["seal",0,0,"8094b8908f834b5ef00a",{"move":"g1h1","nonce":"c83d6246c33989424c66f29d1b9726c5"},true]]', 1795335534.1036372, NULL),
	('pwzxh87xkylxvr21aihj', 3, 1, '59fa89d0a85961e24354', 'm345', '[["turn",0,1,"59fa89d0a85961e24354",{"actions":{"0":"g1h1","1":"a8b8"},"fen":"1k5r/8/8/8/8/8/8/5RK1 w 2 {\"flags\":\"8888\",\"enpassant\":\"-\"}","texts":{"0":"0-0","1":"Kb8"},"events":[["castled",0,[62,62],["K","R"]],["moved",1,[0,1],["k"]]],"nonces":{"0":"c83d6246c33989424c66f29d1b9726c5","1":"1d7ddd9ad65ba0fbd8adb863a06db539"}},true]]', 1795335534.105505, NULL),
	('pwzxh87xkylxvr21aihj', 4, 1, '8094b8908f834b5ef00a', 'm346', '[["seal",1,0,"8094b8908f834b5ef00a",{"move":"f1d1","nonce":"af4521c76928a6081a82613435ae3cd5"},true]]', 1795335534.1076388, NULL),
	('pwzxh87xkylxvr21aihj', 5, 2, '59fa89d0a85961e24354', 'm347', '[["turn",1,1,"59fa89d0a85961e24354",{"actions":{"0":"f1d1","1":"h8h1"},"fen":"1k6/8/8/8/8/8/8/3R2Kr w 4 {\"flags\":\"8888\",\"enpassant\":\"-\"}","texts":{"0":"Rd1","1":"Rh1"},"events":[["moved",0,[61,59],["R"]],["moved",1,[7,63],["r"]],["check",0,[62],["K"]]],"nonces":{"0":"af4521c76928a6081a82613435ae3cd5","1":"631bdbe26fac46af930667acfc044d52"}},true]]', 1795335534.1094077, NULL),
	('pwzxh87xkylxvr21aihj', 6, 2, '8094b8908f834b5ef00a', 'm348', '[["end",2,0,"8094b8908f834b5ef00a",{"points":[0.0,1.0],"reason":"resigned","seat":0},true]]', 1795335534.1113386, NULL),
	('xb3jq4kknvkc84d17mud', 0, 0, '8094b8908f834b5ef00a', '', '[["sit",0,0,"8094b8908f834b5ef00a",{},false]]', 1795335534.0314884, NULL),
	('xb3jq4kknvkc84d17mud', 1, 0, '59fa89d0a85961e24354', '', '[["sit",0,1,"59fa89d0a85961e24354",{},false]]', 1795335534.0340943, NULL),
	('xb3jq4kknvkc84d17mud', 2, 0, '8094b8908f834b5ef00a', 'm321', '[["seal",0,0,"8094b8908f834b5ef00a",{"move":"e2e3","nonce":"46311aef726e809668563ae6bcfbbf22"},true]]', 1795335534.0371, NULL),
	('xb3jq4kknvkc84d17mud', 3, 1, '59fa89d0a85961e24354', 'm322', '[["turn",0,1,"59fa89d0a85961e24354",{"actions":{"0":"e2e3","1":"c5c4"},"fen":"np1pn/p1p1p/4P/P4/NPPPN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","texts":{"0":"e3","1":"c4"},"events":[["moved",0,[19,14],["P"]],["moved",1,[2,7],["p"]]],"nonces":{"0":"46311aef726e809668563ae6bcfbbf22","1":"bc1f05d12ae3c51dad2b281f61267988"}},true]]', 1795335534.0387776, NULL),
	('xb3jq4kknvkc84d17mud', 4, 1, '8094b8908f834b5ef00a', 'm323', '[["seal",1,0,"8094b8908f834b5ef00a",{"move":"d1d2","nonce":"72b5cfbf3bb37fc730cd81f3e7842dde"},true]]', 1795335534.0406682, NULL),
	('xb3jq4kknvkc84d17mud', 5, 2, '59fa89d0a85961e24354', 'm324', '[["turn",1,1,"59fa89d0a85961e24354",{"actions":{"0":"d1d2","1":"b5b4"},"fen":"n2pn/ppp1p/4P/P2P1/NPP1N w 4 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","texts":{"0":"d2","1":"b4"},"events":[["moved",0,[23,18],["P"]],["moved",1,[1,6],["p"]]],"nonces":{"0":"72b5cfbf3bb37fc730cd81f3e7842dde","1":"a0d7f66907154d8f81e96af49a987f4e"}},true]]', 1795335534.0422778, NULL),
	('xb3jq4kknvkc84d17mud', 6, 2, '8094b8908f834b5ef00a', 'm325', '[["seal",2,0,"8094b8908f834b5ef00a",{"move":"d2d3","nonce":"122bc1a2865cf9f04d83164222f36730"},true]]', 1795335534.0442173, NULL),
	('xb3jq4kknvkc84d17mud', 7, 3, '59fa89d0a85961e24354', 'm326', '[["turn",2,1,"59fa89d0a85961e24354",{"actions":{"0":"d2d3","1":"a4a3"},"fen":"n2pn/1pp1p/p2PP/P4/NPP1N w 6 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","texts":{"0":"d3","1":"a3"},"events":[["moved",0,[18,13],["P"]],["moved",1,[5,10],["p"]]],"nonces":{"0":"122bc1a2865cf9f04d83164222f36730","1":"49b0ff2465a6e1d3fb635a1a75e033e7"}},true]]', 1795335534.045847, NULL),
	('xb3jq4kknvkc84d17mud', 8, 3, '8094b8908f834b5ef00a', 'm327', '[["ask_back",3,0,"8094b8908f834b5ef00a",{"to":2},true]]', 1795335534.046702, NULL),
	('xb3jq4kknvkc84d17mud', 9, 2, '59fa89d0a85961e24354', 'm328', '[["ask_back",3,1,"59fa89d0a85961e24354",{"to":2},false],["takeback",2,1,"59fa89d0a85961e24354",{"to":2},true]]', 1795335534.0473995, NULL),
	('xb3jq4kknvkc84d17mud', 10, 2, '8094b8908f834b5ef00a', 'm329', '[["seal",2,0,"8094b8908f834b5ef00a",{"move":"c1c2","nonce":"125054c768ca911d14df6d9e84ffdf8e"},true]]', 1795335534.0489755, NULL),
	('timeall', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001483.3719988, NULL),
	('xb3jq4kknvkc84d17mud', 11, 3, '59fa89d0a85961e24354', 'm330', '[["turn",2,1,"59fa89d0a85961e24354",{"actions":{"0":"c1c2","1":"a5b3"},"fen":"3pn/ppp1p/1n2P/P1PP1/NP2N w 6 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","texts":{"0":"c2","1":"Nb3"},"events":[["moved",0,[22,17],["P"]],["moved",1,[0,11],["n"]]],"nonces":{"0":"125054c768ca911d14df6d9e84ffdf8e","1":"7eb3f0b3667435ee6d6b183ec149fd72"}},true]]', 1795335534.0505724, NULL),
	('xb3jq4kknvkc84d17mud', 12, 3, '59fa89d0a85961e24354', 'm331', '[["seal",3,1,"59fa89d0a85961e24354",{"move":"e5d3","nonce":"33068a850e476006fd15b420234612d3"},true]]', 1795335534.0525236, NULL),
	('paekt9szv0p3z0doo4q8', 6, 2, '59fa89d0a85961e24354', 'm0', '[["seal",2,1,"59fa89d0a85961e24354",{"move":"h4b4","nonce":"4b227777d4dd1fc61c6f884f48641d02","takebacks":0,"rules":2},true]]', 1800000001.487, NULL),
	('paekt9szv0p3z0doo4q8', 7, 3, '8094b8908f834b5ef00a', 'm1', '[["turn",2,0,"8094b8908f834b5ef00a",{"actions":{"0":"b1b3","1":"h4b4"},"texts":{"0":"Rb3","1":"Rb4"},"fen":"k7/8/8/8/1r6/1R6/8/6K1 w 6 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",0,[57,41],["R"]],["moved",1,[39,33],["r"]]],"rules":2,"nonces":{"0":"ef2d127de37b942baad06145e54b0c61","1":"4b227777d4dd1fc61c6f884f48641d02"},"takebacks":0},true]]', 1800000002.724, NULL),
	('paekt9szv0p3z0doo4q8', 8, 3, '59fa89d0a85961e24354', 'm2', '[["seal",3,1,"59fa89d0a85961e24354",{"move":"b4b3","nonce":"e7f6c011776e8db7cd330b54174fd76f","takebacks":0,"rules":2},true]]', 1800000003.961, NULL),
	('apocalypsefinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000005.461, NULL),
	('apocalypsefinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000005.461, NULL),
	('apocalypsefinished', 2, 0, '10fae96072477e4eaec8', 'm3', '[["seal",0,1,"10fae96072477e4eaec8",{"move":"e5c4","nonce":"7902699be42c8a8e46fbbb4501726517","takebacks":0},true]]', 1800000006.698, NULL),
	('apocalypsefinished', 3, 1, 'e835e1b4b090c324cfc1', 'm4', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"c1c2","1":"e5c4"},"texts":{"0":"c2","1":"Nec4"},"fen":"nppp1/p1n1p/5/P1P1P/NP1PN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[22,17],["P"]],["moved",1,[4,7],["n"]]],"clocks":[605.0,605.0],"nonces":{"0":"2c624232cdd221771294dfbb310aca00","1":"7902699be42c8a8e46fbbb4501726517"},"takebacks":0},true]]', 1800000007.935, NULL),
	('apocalypsefinished', 4, 1, '10fae96072477e4eaec8', 'm5', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"c4a3","nonce":"19581e27de7ced00ff1ce50b2047e7a5","takebacks":0},true]]', 1800000009.172, NULL),
	('apocalypsefinished', 5, 2, 'e835e1b4b090c324cfc1', 'm6', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e1d3","1":"c4a3"},"texts":{"0":"Nd3","1":"Na3"},"fen":"nppp1/p3p/n2N1/P1P1P/NP1P1 w 4 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[24,13],["N"]],["moved",1,[7,10],["n"]]],"clocks":[607.526,608.763],"nonces":{"0":"4a44dc15364204a80fe80e9039455cc1","1":"19581e27de7ced00ff1ce50b2047e7a5"},"takebacks":0},true]]', 1800000010.409, NULL),
	('apocalypsefinished', 6, 2, '10fae96072477e4eaec8', 'm7', '[["seal",2,1,"10fae96072477e4eaec8",{"move":"e4e3","nonce":"4fc82b26aecb47d2868c4efbe3581732","takebacks":0},true]]', 1800000011.646, NULL),
	('apocalypsefinished', 7, 3, 'e835e1b4b090c324cfc1', 'm8', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"d3e5","1":"e4e3"},"texts":{"0":"Ne5","1":"e3"},"fen":"npppN/p4/n3p/P1P1P/NP1P1 w 6 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[13,4],["N"]],["moved",1,[9,14],["p"]]],"clocks":[610.052,612.526],"nonces":{"0":"6b51d431df5d7f141cbececcf79edf3d","1":"4fc82b26aecb47d2868c4efbe3581732"},"takebacks":0},true]]', 1800000012.883, NULL),
	('apocalypsefinished', 8, 3, '10fae96072477e4eaec8', 'm9', '[["seal",3,1,"10fae96072477e4eaec8",{"move":"b5b4","nonce":"3fdba35f04dc8c462986c992bcf87554","takebacks":0},true]]', 1800000014.12, NULL),
	('apocalypsefinished', 9, 4, 'e835e1b4b090c324cfc1', 'm10', '[["turn",3,0,"e835e1b4b090c324cfc1",{"actions":{"0":"d1d2","1":"b5b4"},"texts":{"0":"d2","1":"b4"},"fen":"n1ppN/pp3/n3p/P1PPP/NP3 w 8 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[23,18],["P"]],["moved",1,[1,6],["p"]]],"clocks":[612.578,616.289],"nonces":{"0":"8527a891e224136950ff32ca212b45bc","1":"3fdba35f04dc8c462986c992bcf87554"},"takebacks":0},true]]', 1800000015.3569999, NULL),
	('apocalypsefinished', 10, 4, 'e835e1b4b090c324cfc1', 'm11', '[["seal",4,0,"e835e1b4b090c324cfc1",{"move":"b1b2","nonce":"e629fa6598d732768f7c726b4b621285","takebacks":0},true]]', 1800000016.5939999, NULL),
	('apocalypsefinished', 11, 4, '10fae96072477e4eaec8', 'm12', '[["end",4,1,"10fae96072477e4eaec8",{"points":[1.0,0.0],"reason":"resigned","seat":1,"clocks":[611.341,613.815]},true]]', 1800000017.8309999, NULL),
	('atomicfinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000019.3309999, NULL);
INSERT INTO public.decisions VALUES
	('atomicfinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000019.3309999, NULL),
	('atomicfinished', 2, 1, 'e835e1b4b090c324cfc1', 'm13', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g1f3"},"texts":{"0":"Nf3"},"fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[62,45],["N"]]]},true]]', 1800000020.5679998, NULL),
	('atomicfinished', 3, 2, '10fae96072477e4eaec8', 'm14', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"a7a6"},"texts":{"1":"a6"},"fen":"rnbqkbnr/1ppppppp/p7/8/8/5N2/PPPPPPPP/RNBQKB1R w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[8,16],["p"]]]},true]]', 1800000021.8049998, NULL),
	('atomicfinished', 4, 3, 'e835e1b4b090c324cfc1', 'm15', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f3e5"},"texts":{"0":"Ne5"},"fen":"rnbqkbnr/1ppppppp/p7/4N3/8/8/PPPPPPPP/RNBQKB1R b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[45,28],["N"]]]},true]]', 1800000023.0419998, NULL),
	('atomicfinished', 5, 4, '10fae96072477e4eaec8', 'm16', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"a6a5"},"texts":{"1":"a5"},"fen":"rnbqkbnr/1ppppppp/8/p3N3/8/8/PPPPPPPP/RNBQKB1R w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[16,24],["p"]]]},true]]', 1800000024.2789998, NULL),
	('atomicfinished', 6, 5, 'e835e1b4b090c324cfc1', 'm17', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e5f7"},"texts":{"0":"Nxf7#"},"fen":"rnbq3r/1pppp1pp/8/p7/8/8/PPPPPPPP/RNBQKB1R b 5 {\"flags\":\"0788\",\"enpassant\":\"-\"}","events":[["captured",0,[28,13],["N","p"]],["blast",0,[13],["N"]],["exploded",null,[5],["b"]],["exploded",null,[6],["n"]],["exploded",null,[4],["k"]]]},true],["end",5,null,"",{"points":[1.0,0.0],"reason":"exploded","seat":null},false]]', 1800000025.5159998, NULL),
	('checkeredfinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000027.0159998, NULL),
	('checkeredfinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000027.0159998, NULL),
	('checkeredfinished', 2, 1, 'e835e1b4b090c324cfc1', 'm18', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"07071111011111111111\",\"enpassant\":\"e3\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",0,[52,36],["P"]]],"clocks":[303.0,300.0,300.0]},true]]', 1800000028.2529998, NULL),
	('checkeredfinished', 3, 2, '10fae96072477e4eaec8', 'm19', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"d7d5"},"texts":{"1":"d5"},"fen":"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"07071111011111101111\",\"enpassant\":\"d6\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",1,[11,27],["p"]]],"clocks":[303.0,303.0,300.0]},true]]', 1800000029.4899998, NULL),
	('checkeredfinished', 4, 3, 'e835e1b4b090c324cfc1', 'm20', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e4d5"},"texts":{"0":"exd5"},"fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["captured",0,[36,27],["P","p"]],["born",0,[27],["s"]]],"clocks":[304.763,303.0,300.0]},true]]', 1800000030.7269998, NULL),
	('checkeredfinished', 5, 4, 'bb7b88acdba8690471ee', 'm21', '[["sit",3,2,"bb7b88acdba8690471ee",{},false],["turn",3,2,"bb7b88acdba8690471ee",{"actions":{"2":"--"},"texts":{"2":"Join"},"fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"3\"}","events":[["joined",2,[],[]]],"clocks":[304.763,301.763,300.0]},true]]', 1800000031.9639997, NULL),
	('checkeredfinished', 6, 5, 'e835e1b4b090c324cfc1', 'm22', '[["left",4,0,"e835e1b4b090c324cfc1",{"actions":{},"texts":{},"left":[0],"reason":"resigned","fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"3b\"}","events":[["took_both",1,[],[]]],"clocks":[304.763,300.526,300.0]},true]]', 1800000033.2009997, NULL),
	('checkeredfinished', 7, 5, '10fae96072477e4eaec8', 'm23', '[["end",5,1,"10fae96072477e4eaec8",{"points":[0.0,0.0,1.0],"reason":"resigned","seat":1,"clocks":[304.763,299.289,300.0]},true]]', 1800000034.4379997, NULL),
	('chessfinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000035.9379997, NULL),
	('chessfinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000035.9379997, NULL),
	('chessfinished', 2, 1, 'e835e1b4b090c324cfc1', 'm24', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f2f3"},"texts":{"0":"f3"},"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[53,45],["P"]]],"clocks":[259200.0,259200.0]},true]]', 1800000037.1749997, NULL),
	('chessfinished', 3, 2, '10fae96072477e4eaec8', 'm25', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e7e5"},"texts":{"1":"e5"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"e6\"}","events":[["moved",1,[12,28],["p"]]],"clocks":[259200.0,259200.0]},true]]', 1800000038.4119997, NULL),
	('chessfinished', 4, 3, 'e835e1b4b090c324cfc1', 'm26', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g2g4"},"texts":{"0":"g4"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"g3\"}","events":[["moved",0,[54,38],["P"]]],"clocks":[259200.0,259200.0]},true]]', 1800000039.6489997, NULL),
	('chessfinished', 5, 4, '10fae96072477e4eaec8', 'm27', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"d8h4"},"texts":{"1":"Qh4#"},"fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[3,39],["q"]],["check",0,[60],["K"]]],"clocks":[259200.0,259200.0]},true],["end",4,null,"",{"points":[0.0,1.0],"reason":"checkmate","seat":null,"clocks":[259200.0,259200.0]},false]]', 1800000040.8859997, NULL),
	('chesssetup', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{"set_up":true},false]]', 1800000042.3859997, NULL),
	('chesssetup', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000042.3859997, NULL),
	('chesssetup', 2, 1, 'e835e1b4b090c324cfc1', 'm28', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"4k3/8/8/8/4P3/8/8/4K2R b 1 {\"flags\":\"8788\",\"enpassant\":\"e3\"}","events":[["moved",0,[52,36],["P"]]]},true]]', 1800000043.6229997, NULL),
	('chesssetup', 3, 2, '10fae96072477e4eaec8', 'm29', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e8e7"},"texts":{"1":"Ke7"},"fen":"8/4k3/8/8/4P3/8/8/4K2R w 2 {\"flags\":\"8788\",\"enpassant\":\"-\"}","events":[["moved",1,[4,12],["k"]]]},true]]', 1800000044.8599997, NULL),
	('chesssetup', 4, 2, 'e835e1b4b090c324cfc1', 'm30', '[["ask_back",2,0,"e835e1b4b090c324cfc1",{"to":0},true]]', 1800000046.0969996, NULL),
	('chesssetup', 5, 0, '10fae96072477e4eaec8', 'm31', '[["ask_back",2,1,"10fae96072477e4eaec8",{"to":0},false],["takeback",0,1,"10fae96072477e4eaec8",{"to":0},true]]', 1800000047.3339996, NULL),
	('chesssetup', 6, 1, 'e835e1b4b090c324cfc1', 'm32', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e1g1"},"texts":{"0":"0-0"},"fen":"4k3/8/8/8/8/8/4P3/5RK1 b 1 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["castled",0,[60,62],["K","R"]]]},true]]', 1800000048.5709996, NULL),
	('chesssetup', 7, 2, '10fae96072477e4eaec8', 'm33', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e8e7"},"texts":{"1":"Ke7"},"fen":"8/4k3/8/8/8/8/4P3/5RK1 w 2 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",1,[4,12],["k"]]]},true]]', 1800000049.8079996, NULL),
	('chesssetup', 8, 3, 'e835e1b4b090c324cfc1', 'm34', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f1e1"},"texts":{"0":"Re1"},"fen":"8/4k3/8/8/8/8/4P3/4R1K1 b 3 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",0,[61,60],["R"]]]},true]]', 1800000051.0449996, NULL),
	('chesssetup', 9, 4, '10fae96072477e4eaec8', 'm35', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"e7f7"},"texts":{"1":"Kf7"},"fen":"8/5k2/8/8/8/8/4P3/4R1K1 w 4 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",1,[12,13],["k"]]]},true]]', 1800000052.2819996, NULL),
	('chesssetup', 10, 5, 'e835e1b4b090c324cfc1', 'm36', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e1d1"},"texts":{"0":"Rd1"},"fen":"8/5k2/8/8/8/8/4P3/3R2K1 b 5 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",0,[60,59],["R"]]]},true]]', 1800000053.5189996, NULL),
	('chesssetup', 11, 5, '10fae96072477e4eaec8', 'm37', '[["offer",5,1,"10fae96072477e4eaec8",{},true]]', 1800000054.7559996, NULL),
	('chesssetup', 12, 5, 'e835e1b4b090c324cfc1', 'm38', '[["decline",5,0,"e835e1b4b090c324cfc1",{},true]]', 1800000055.9929996, NULL),
	('chesssetup', 13, 5, '10fae96072477e4eaec8', 'm39', '[["end",5,1,"10fae96072477e4eaec8",{"points":[1.0,0.0],"reason":"resigned","seat":1},true]]', 1800000057.2299995, NULL),
	('darkfinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000058.7299995, NULL),
	('darkfinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000058.7299995, NULL),
	('darkfinished', 2, 1, 'e835e1b4b090c324cfc1', 'm40', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"d2d3"},"texts":{"0":"d3"},"fen":"rnbqkbnr/pppppppp/8/8/8/3P4/PPP1PPPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[51,43],["P"]]],"clocks":[303.0,300.0]},true]]', 1800000059.9669995, NULL),
	('darkfinished', 3, 2, '10fae96072477e4eaec8', 'm41', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e7e5"},"texts":{"1":"e5"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/8/3P4/PPP1PPPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"e6\"}","events":[["moved",1,[12,28],["p"]]],"clocks":[303.0,303.0]},true]]', 1800000061.2039995, NULL),
	('darkfinished', 4, 3, 'e835e1b4b090c324cfc1', 'm42', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"c1h6"},"texts":{"0":"Bh6"},"fen":"rnbqkbnr/pppp1ppp/7B/4p3/8/3P4/PPP1PPPP/RN1QKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[58,23],["B"]]],"clocks":[304.763,303.0]},true]]', 1800000062.4409995, NULL),
	('darkfinished', 5, 4, '10fae96072477e4eaec8', 'm43', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"b7b6"},"texts":{"1":"b6"},"fen":"rnbqkbnr/p1pp1ppp/1p5B/4p3/8/3P4/PPP1PPPP/RN1QKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[9,17],["p"]]],"clocks":[304.763,304.763]},true]]', 1800000063.6779995, NULL),
	('synchronesealed', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001645.8489985, NULL),
	('darkfinished', 6, 5, 'e835e1b4b090c324cfc1', 'm44', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b4"},"texts":{"0":"b4"},"fen":"rnbqkbnr/p1pp1ppp/1p5B/4p3/1P6/3P4/P1P1PPPP/RN1QKBNR b 5 {\"flags\":\"0707\",\"enpassant\":\"b3\"}","events":[["moved",0,[49,33],["P"]]],"clocks":[306.526,304.763]},true]]', 1800000064.9149995, NULL),
	('darkfinished', 7, 6, '10fae96072477e4eaec8', 'm45', '[["turn",5,1,"10fae96072477e4eaec8",{"actions":{"1":"g8f6"},"texts":{"1":"Nf6"},"fen":"rnbqkb1r/p1pp1ppp/1p3n1B/4p3/1P6/3P4/P1P1PPPP/RN1QKBNR w 6 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[6,21],["n"]]],"clocks":[306.526,306.526]},true]]', 1800000066.1519995, NULL),
	('darkfinished', 8, 7, 'e835e1b4b090c324cfc1', 'm46', '[["turn",6,0,"e835e1b4b090c324cfc1",{"actions":{"0":"h6c1"},"texts":{"0":"Bc1"},"fen":"rnbqkb1r/p1pp1ppp/1p3n2/4p3/1P6/3P4/P1P1PPPP/RNBQKBNR b 7 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[23,58],["B"]]],"clocks":[308.289,306.526]},true]]', 1800000067.3889995, NULL),
	('darkfinished', 9, 8, '10fae96072477e4eaec8', 'm47', '[["turn",7,1,"10fae96072477e4eaec8",{"actions":{"1":"e5e4"},"texts":{"1":"e4"},"fen":"rnbqkb1r/p1pp1ppp/1p3n2/8/1P2p3/3P4/P1P1PPPP/RNBQKBNR w 8 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[28,36],["p"]]],"clocks":[308.289,308.289]},true]]', 1800000068.6259995, NULL),
	('darkfinished', 10, 9, 'e835e1b4b090c324cfc1', 'm48', '[["turn",8,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f2f4"},"texts":{"0":"f4"},"fen":"rnbqkb1r/p1pp1ppp/1p3n2/8/1P2pP2/3P4/P1P1P1PP/RNBQKBNR b 9 {\"flags\":\"0707\",\"enpassant\":\"f3\"}","events":[["moved",0,[53,37],["P"]]],"clocks":[310.052,308.289]},true]]', 1800000069.8629994, NULL),
	('darkfinished', 11, 10, '10fae96072477e4eaec8', 'm49', '[["turn",9,1,"10fae96072477e4eaec8",{"actions":{"1":"e4d3"},"texts":{"1":"exd3"},"fen":"rnbqkb1r/p1pp1ppp/1p3n2/8/1P3P2/3p4/P1P1P1PP/RNBQKBNR w 10 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[36,43],["p"]],["taken",0,[43],["P"]]],"clocks":[310.052,310.052]},true]]', 1800000071.0999994, NULL),
	('darkfinished', 12, 10, 'e835e1b4b090c324cfc1', 'm50', '[["end",10,0,"e835e1b4b090c324cfc1",{"points":[0.0,1.0],"reason":"resigned","seat":0,"clocks":[308.815,310.052]},true]]', 1800000072.3369994, NULL),
	('dicefinished', 0, 0, 'dice', '', '[["dice",0,null,"",{"seed":"b17ef6d19c7a5b1ee83b907c595526dcb1eb06db8227d650d5dda0a9f4ce8cd9"},false],["sit",0,0,"e835e1b4b090c324cfc1",{},false],["sit",0,2,"dice",{},false]]', 1800000073.8369994, NULL),
	('dicefinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000073.8369994, NULL);
INSERT INTO public.decisions VALUES
	('dicefinished', 2, 1, 'dice', '', '[["turn",0,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",0,[],["P"]]]},false]]', 1800000073.8369994, NULL),
	('dicefinished', 3, 2, 'e835e1b4b090c324cfc1', 'm51', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f2f3"},"texts":{"0":"f3"},"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",0,[53,45],["P"]]]},true]]', 1800000075.0739994, NULL),
	('dicefinished', 4, 3, 'dice', '', '[["turn",2,2,"dice",{"actions":{"2":"=n"},"texts":{"2":"N"},"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"n\"}","events":[["rolled",1,[],["n"]]]},false]]', 1800000075.0739994, NULL),
	('dicefinished', 5, 4, '10fae96072477e4eaec8', 'm52', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"g8f6"},"texts":{"1":"Nf6"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",1,[6,21],["n"]]]},true]]', 1800000076.3109994, NULL),
	('dicefinished', 6, 5, 'dice', '', '[["turn",4,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",0,[],["P"]]]},false]]', 1800000076.3109994, NULL),
	('dicefinished', 7, 6, 'e835e1b4b090c324cfc1', 'm53', '[["turn",5,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a2a3"},"texts":{"0":"a3"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/P4P2/1PPPP1PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",0,[48,40],["P"]]]},true]]', 1800000077.5479994, NULL),
	('dicefinished', 8, 7, 'dice', '', '[["turn",6,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/P4P2/1PPPP1PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",1,[],["p"]]]},false]]', 1800000077.5479994, NULL),
	('dicefinished', 9, 8, '10fae96072477e4eaec8', 'm54', '[["turn",7,1,"10fae96072477e4eaec8",{"actions":{"1":"c7c5"},"texts":{"1":"c5"},"fen":"rnbqkb1r/pp1ppppp/5n2/2p5/8/P4P2/1PPPP1PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"c6\",\"roll\":\"-\"}","events":[["moved",1,[10,26],["p"]]]},true]]', 1800000078.7849994, NULL),
	('dicefinished', 10, 9, 'dice', '', '[["turn",8,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkb1r/pp1ppppp/5n2/2p5/8/P4P2/1PPPP1PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"c6\",\"roll\":\"p\"}","events":[["rolled",0,[],["P"]]]},false]]', 1800000078.7849994, NULL),
	('dicefinished', 11, 9, 'e835e1b4b090c324cfc1', 'm55', '[["ask_back",9,0,"e835e1b4b090c324cfc1",{"to":5},true]]', 1800000080.0219994, NULL),
	('dicefinished', 12, 5, '10fae96072477e4eaec8', 'm56', '[["ask_back",9,1,"10fae96072477e4eaec8",{"to":5},false],["takeback",5,1,"10fae96072477e4eaec8",{"to":5},true]]', 1800000081.2589993, NULL),
	('dicefinished', 13, 6, 'e835e1b4b090c324cfc1', 'm57', '[["turn",5,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e3"},"texts":{"0":"e3"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/4PP2/PPPP2PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",0,[52,44],["P"]]]},true]]', 1800000082.4959993, NULL),
	('dicefinished', 14, 7, 'dice', '', '[["turn",6,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/4PP2/PPPP2PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",1,[],["p"]]]},false]]', 1800000082.4959993, NULL),
	('dicefinished', 15, 8, '10fae96072477e4eaec8', 'm58', '[["turn",7,1,"10fae96072477e4eaec8",{"actions":{"1":"d7d6"},"texts":{"1":"d6"},"fen":"rnbqkb1r/ppp1pppp/3p1n2/8/8/4PP2/PPPP2PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",1,[11,19],["p"]]]},true]]', 1800000083.7329993, NULL),
	('dicefinished', 16, 9, 'dice', '', '[["turn",8,2,"dice",{"actions":{"2":"=k"},"texts":{"2":"K"},"fen":"rnbqkb1r/ppp1pppp/3p1n2/8/8/4PP2/PPPP2PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"k\"}","events":[["rolled",0,[],["K"]]]},false]]', 1800000083.7329993, NULL),
	('dicefinished', 17, 9, 'e835e1b4b090c324cfc1', 'm59', '[["end",9,0,"e835e1b4b090c324cfc1",{"points":[0.0,1.0,0.0],"reason":"resigned","seat":0},true]]', 1800000084.9699993, NULL),
	('dobutsufinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000086.4699993, NULL),
	('dobutsufinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000086.4699993, NULL),
	('dobutsufinished', 2, 1, 'e835e1b4b090c324cfc1', 'm60', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b3"},"texts":{"0":"Cxb3"},"fen":"gle/1C1/3/ELG b 1 {\"hands\":\"C\"}","events":[["captured",0,[7,4],["C","c"]],["check",1,[1],["l"]]],"clocks":[86400.0,86400.0]},true]]', 1800000087.7069993, NULL),
	('timeall', 2, 0, '10fae96072477e4eaec8', 'm106', '[["seal",0,1,"10fae96072477e4eaec8",{"move":"c5c4","nonce":"670671cd97404156226e507973f2ab83","takebacks":0},true]]', 1800001484.6089988, NULL),
	('dobutsufinished', 3, 2, '10fae96072477e4eaec8', 'm61', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"b4c3"},"texts":{"1":"Lc3"},"fen":"g1e/1Cl/3/ELG w 2 {\"hands\":\"C\"}","events":[["moved",1,[1,5],["l"]]],"clocks":[86400.0,86400.0]},true]]', 1800000088.9439993, NULL),
	('dobutsufinished', 4, 3, 'e835e1b4b090c324cfc1', 'm62', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"C@a3"},"texts":{"0":"C@a3"},"fen":"g1e/CCl/3/ELG b 3 {\"hands\":\"-\"}","events":[["dropped",0,[3],["C"]]],"clocks":[86400.0,86400.0]},true]]', 1800000090.1809993, NULL),
	('dobutsufinished', 5, 4, '10fae96072477e4eaec8', 'm63', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"c3b3"},"texts":{"1":"Lxb3"},"fen":"g1e/Cl1/3/ELG w 4 {\"hands\":\"c\"}","events":[["captured",1,[5,4],["l","C"]]],"clocks":[86400.0,86400.0]},true]]', 1800000091.4179993, NULL),
	('dobutsufinished', 6, 5, 'e835e1b4b090c324cfc1', 'm64', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b1b2"},"texts":{"0":"Lb2"},"fen":"g1e/Cl1/1L1/E1G b 5 {\"hands\":\"c\"}","events":[["moved",0,[10,7],["L"]],["check",1,[4],["l"]]],"clocks":[86400.0,86400.0]},true]]', 1800000092.6549993, NULL),
	('dobutsufinished', 7, 6, '10fae96072477e4eaec8', 'm65', '[["turn",5,1,"10fae96072477e4eaec8",{"actions":{"1":"b3b2"},"texts":{"1":"Lxb2"},"fen":"g1e/C2/1l1/E1G w 6 {\"hands\":\"c\"}","events":[["captured",1,[4,7],["l","L"]]],"clocks":[86400.0,86400.0]},true],["end",6,null,"",{"points":[0.0,1.0],"reason":"caught","seat":null,"clocks":[86400.0,86400.0]},false]]', 1800000093.8919992, NULL),
	('dobutsufinished', 8, 6, 'e835e1b4b090c324cfc1', 'm66', '[["again",6,0,"e835e1b4b090c324cfc1",{"surprise":false},true]]', 1800000095.1289992, NULL),
	('dobutsufinished', 9, 6, '10fae96072477e4eaec8', 'm67', '[["again",6,1,"10fae96072477e4eaec8",{"surprise":false},true],["rematch",6,1,"10fae96072477e4eaec8",{"table":"dobutsuagain"},false]]', 1800000096.3659992, NULL),
	('dobutsuagain', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"10fae96072477e4eaec8",{},false],["sit",0,1,"e835e1b4b090c324cfc1",{},false]]', 1800000096.3659992, NULL),
	('progressivefinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000097.8659992, NULL),
	('progressivefinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000097.8659992, NULL),
	('progressivefinished', 2, 1, 'e835e1b4b090c324cfc1', 'm68', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"e3\",\"series\":\"2\",\"left\":\"2\",\"calm\":\"0\"}","events":[["moved",0,[52,36],["P"]]]},true]]', 1800000099.1029992, NULL),
	('progressivefinished', 3, 2, '10fae96072477e4eaec8', 'm69', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"f7f6"},"texts":{"1":"f6"},"fen":"rnbqkbnr/ppppp1pp/5p2/8/4P3/8/PPPP1PPP/RNBQKBNR b 2 {\"flags\":\"0707\",\"enpassant\":\"-\",\"series\":\"2\",\"left\":\"1\",\"calm\":\"-1\"}","events":[["moved",1,[13,21],["p"]]]},true]]', 1800000100.3399992, NULL),
	('progressivefinished', 4, 3, '10fae96072477e4eaec8', 'm70', '[["turn",2,1,"10fae96072477e4eaec8",{"actions":{"1":"g7g5"},"texts":{"1":"g5"},"fen":"rnbqkbnr/ppppp2p/5p2/6p1/4P3/8/PPPP1PPP/RNBQKBNR w 3 {\"flags\":\"0707\",\"enpassant\":\"g6\",\"series\":\"3\",\"left\":\"3\",\"calm\":\"0\"}","events":[["moved",1,[14,30],["p"]]]},true]]', 1800000101.5769992, NULL),
	('progressivefinished', 5, 4, 'e835e1b4b090c324cfc1', 'm71', '[["turn",3,0,"e835e1b4b090c324cfc1",{"actions":{"0":"d1h5"},"texts":{"0":"Qh5#"},"fen":"rnbqkbnr/ppppp2p/5p2/6pQ/4P3/8/PPPP1PPP/RNB1KBNR b 4 {\"flags\":\"0707\",\"enpassant\":\"-\",\"series\":\"4\",\"left\":\"4\",\"calm\":\"1\"}","events":[["moved",0,[59,31],["Q"]],["check",1,[4],["k"]],["cut",0,[],[]]]},true],["end",4,null,"",{"points":[1.0,0.0],"reason":"checkmate","seat":null},false]]', 1800000102.8139992, NULL),
	('progressivefinished', 6, 4, 'e835e1b4b090c324cfc1', 'm72', '[["again",4,0,"e835e1b4b090c324cfc1",{"surprise":true},true]]', 1800000104.0509992, NULL),
	('progressivefinished', 7, 4, '10fae96072477e4eaec8', 'm73', '[["again",4,1,"10fae96072477e4eaec8",{"surprise":false},true]]', 1800000105.2879992, NULL),
	('progressivefinished', 8, 4, 'e835e1b4b090c324cfc1', 'm74', '[["again",4,0,"e835e1b4b090c324cfc1",{"surprise":null},true]]', 1800000106.5249991, NULL),
	('synchronefinished', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000108.0249991, NULL),
	('synchronefinished', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000108.0249991, NULL),
	('synchronefinished', 2, 0, '10fae96072477e4eaec8', 'm75', '[["seal",0,1,"10fae96072477e4eaec8",{"move":"b7b5","nonce":"4523540f1504cd17100c4835e85b7eef","takebacks":0},true]]', 1800000109.2619991, NULL),
	('synchronefinished', 3, 1, 'e835e1b4b090c324cfc1', 'm76', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"h2h3","1":"b7b5"},"texts":{"0":"h3","1":"b5"},"fen":"rnbqkbnr/p1pppppp/8/1p6/8/7P/PPPPPPP1/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"b6\"}","events":[["moved",0,[55,47],["P"]],["moved",1,[9,25],["p"]]],"nonces":{"0":"4ec9599fc203d176a301536c2e091a19","1":"4523540f1504cd17100c4835e85b7eef"},"takebacks":0},true]]', 1800000110.498999, NULL),
	('synchronefinished', 4, 1, '10fae96072477e4eaec8', 'm77', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"d7d5","nonce":"9400f1b21cb527d7fa3d3eabba93557a","takebacks":0},true]]', 1800000111.735999, NULL),
	('synchronefinished', 5, 2, 'e835e1b4b090c324cfc1', 'm78', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g1f3","1":"d7d5"},"texts":{"0":"Nf3","1":"d5"},"fen":"rnbqkbnr/p1p1pppp/8/1p1p4/8/5N1P/PPPPPPP1/RNBQKB1R w 4 {\"flags\":\"0707\",\"enpassant\":\"d6\"}","events":[["moved",0,[62,45],["N"]],["moved",1,[11,27],["p"]]],"nonces":{"0":"f5ca38f748a1d6eaf726b8a42fb575c3","1":"9400f1b21cb527d7fa3d3eabba93557a"},"takebacks":0},true]]', 1800000112.972999, NULL),
	('synchronefinished', 6, 2, '10fae96072477e4eaec8', 'm79', '[["seal",2,1,"10fae96072477e4eaec8",{"move":"d8d7","nonce":"6f4b6612125fb3a0daecd2799dfd6c9c","takebacks":0},true]]', 1800000114.209999, NULL),
	('synchronefinished', 7, 3, 'e835e1b4b090c324cfc1', 'm80', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b1a3","1":"d8d7"},"texts":{"0":"Na3","1":"Qd7"},"fen":"rnb1kbnr/p1pqpppp/8/1p1p4/8/N4N1P/PPPPPPP1/R1BQKB1R w 6 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[57,40],["N"]],["moved",1,[3,11],["q"]]],"nonces":{"0":"785f3ec7eb32f30b90cd0fcf3657d388","1":"6f4b6612125fb3a0daecd2799dfd6c9c"},"takebacks":0},true]]', 1800000115.446999, NULL),
	('synchronefinished', 8, 3, '10fae96072477e4eaec8', 'm81', '[["seal",3,1,"10fae96072477e4eaec8",{"move":"h7h6","nonce":"535fa30d7e25dd8a49f1536779734ec8","takebacks":0},true]]', 1800000116.683999, NULL),
	('synchronefinished', 9, 4, 'e835e1b4b090c324cfc1', 'm82', '[["turn",3,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a3b1","1":"h7h6"},"texts":{"0":"Nb1","1":"h6"},"fen":"rnb1kbnr/p1pqppp1/7p/1p1p4/8/5N1P/PPPPPPP1/RNBQKB1R w 8 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[40,57],["N"]],["moved",1,[15,23],["p"]]],"nonces":{"0":"c2356069e9d1e79ca924378153cfbbfb","1":"535fa30d7e25dd8a49f1536779734ec8"},"takebacks":0},true]]', 1800000117.920999, NULL),
	('synchronefinished', 10, 4, '10fae96072477e4eaec8', 'm83', '[["seal",4,1,"10fae96072477e4eaec8",{"move":"b8c6","nonce":"b7a56873cd771f2c446d369b649430b6","takebacks":0},true]]', 1800000119.157999, NULL),
	('planmissed', 5, 3, 'e835e1b4b090c324cfc1', 'm126', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b3"},"texts":{"0":"b3"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/1P6/P1PP1PPP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[49,41],["P"]]],"clocks":[259200.0,259200.0]},true]]', 1800001644.3489985, NULL),
	('synchronefinished', 11, 5, 'e835e1b4b090c324cfc1', 'm84', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b4","1":"b8c6"},"texts":{"0":"b4","1":"Nc6"},"fen":"r1b1kbnr/p1pqppp1/2n4p/1p1p4/1P6/5N1P/P1PPPPP1/RNBQKB1R w 10 {\"flags\":\"0707\",\"enpassant\":\"b3\"}","events":[["moved",0,[49,33],["P"]],["moved",1,[1,18],["n"]]],"nonces":{"0":"5f9c4ab08cac7457e9111a30e4664920","1":"b7a56873cd771f2c446d369b649430b6"},"takebacks":0},true]]', 1800000120.394999, NULL);
INSERT INTO public.decisions VALUES
	('synchronefinished', 12, 5, 'e835e1b4b090c324cfc1', 'm85', '[["offer",5,0,"e835e1b4b090c324cfc1",{},true]]', 1800000121.631999, NULL),
	('synchronefinished', 13, 5, '10fae96072477e4eaec8', 'm86', '[["offer",5,1,"10fae96072477e4eaec8",{},true],["end",5,1,"10fae96072477e4eaec8",{"points":[0.5,0.5],"reason":"agreement","seat":1},false]]', 1800000122.868999, NULL),
	('withdrawn', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000124.368999, NULL),
	('withdrawn', 1, 0, 'e835e1b4b090c324cfc1', 'm87', '[["end",0,0,"e835e1b4b090c324cfc1",{"points":[0.5,0.5],"reason":"withdrawn","seat":0},true]]', 1800000125.605999, NULL),
	('aborted', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000127.105999, NULL),
	('aborted', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000127.105999, NULL),
	('aborted', 2, 0, '10fae96072477e4eaec8', 'm88', '[["end",0,1,"10fae96072477e4eaec8",{"points":[0.5,0.5],"reason":"aborted","seat":1},true]]', 1800000128.342999, NULL),
	('repeated', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000129.842999, NULL),
	('repeated', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000129.842999, NULL),
	('repeated', 2, 1, 'e835e1b4b090c324cfc1', 'm89', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g1f3"},"texts":{"0":"Nf3"},"fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[62,45],["N"]]]},true]]', 1800000131.079999, NULL),
	('repeated', 3, 2, '10fae96072477e4eaec8', 'm90', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"g8f6"},"texts":{"1":"Nf6"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[6,21],["n"]]]},true]]', 1800000132.316999, NULL),
	('repeated', 4, 3, 'e835e1b4b090c324cfc1', 'm91', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f3g1"},"texts":{"0":"Ng1"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[45,62],["N"]]]},true]]', 1800000133.553999, NULL),
	('repeated', 5, 4, '10fae96072477e4eaec8', 'm92', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"f6g8"},"texts":{"1":"Ng8"},"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[21,6],["n"]]]},true]]', 1800000134.790999, NULL),
	('repeated', 6, 5, 'e835e1b4b090c324cfc1', 'm93', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g1f3"},"texts":{"0":"Nf3"},"fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b 5 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[62,45],["N"]]]},true]]', 1800000136.027999, NULL),
	('repeated', 7, 6, '10fae96072477e4eaec8', 'm94', '[["turn",5,1,"10fae96072477e4eaec8",{"actions":{"1":"g8f6"},"texts":{"1":"Nf6"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w 6 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[6,21],["n"]]]},true]]', 1800000137.264999, NULL),
	('repeated', 8, 7, 'e835e1b4b090c324cfc1', 'm95', '[["turn",6,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f3g1"},"texts":{"0":"Ng1"},"fen":"rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR b 7 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[45,62],["N"]]]},true]]', 1800000138.501999, NULL),
	('repeated', 9, 8, '10fae96072477e4eaec8', 'm96', '[["turn",7,1,"10fae96072477e4eaec8",{"actions":{"1":"f6g8"},"texts":{"1":"Ng8"},"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 8 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[21,6],["n"]]]},true]]', 1800000139.738999, NULL),
	('repeated', 10, 8, 'e835e1b4b090c324cfc1', 'm97', '[["end",8,0,"e835e1b4b090c324cfc1",{"points":[0.5,0.5],"reason":"repetition","seat":0},true]]', 1800000140.9759989, NULL),
	('abandoned', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000142.4759989, NULL),
	('abandoned', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000142.4759989, NULL),
	('abandoned', 2, 1, 'e835e1b4b090c324cfc1', 'm98', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b3"},"texts":{"0":"Cxb3"},"fen":"gle/1C1/3/ELG b 1 {\"hands\":\"C\"}","events":[["captured",0,[7,4],["C","c"]],["check",1,[1],["l"]]]},true]]', 1800000143.7129989, NULL),
	('abandoned', 3, 2, '10fae96072477e4eaec8', 'm99', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"b4b3"},"texts":{"1":"Lxb3"},"fen":"g1e/1l1/3/ELG w 2 {\"hands\":\"Cc\"}","events":[["captured",1,[1,4],["l","C"]]]},true]]', 1800000144.9499989, NULL),
	('abandoned', 4, 2, '10fae96072477e4eaec8', 'm100', '[["end",2,1,"10fae96072477e4eaec8",{"points":[0.0,1.0],"reason":"abandoned","seat":1},true]]', 1800000747.1869988, NULL),
	('abandoneddraw', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800000748.6869988, NULL),
	('abandoneddraw', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800000748.6869988, NULL),
	('abandoneddraw', 2, 1, 'e835e1b4b090c324cfc1', 'm101', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b1a2"},"texts":{"0":"La2"},"fen":"gle/1c1/LC1/E1G b 1 {\"hands\":\"-\"}","events":[["moved",0,[10,6],["L"]]]},true]]', 1800000749.9239988, NULL),
	('abandoneddraw', 3, 2, '10fae96072477e4eaec8', 'm102', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"b3b2"},"texts":{"1":"Cxb2"},"fen":"gle/3/Lc1/E1G w 2 {\"hands\":\"c\"}","events":[["captured",1,[4,7],["c","C"]]]},true]]', 1800000751.1609988, NULL),
	('abandoneddraw', 4, 2, '10fae96072477e4eaec8', 'm103', '[["end",2,1,"10fae96072477e4eaec8",{"points":[0.5,0.5],"reason":"abandoned_draw","seat":1},true]]', 1800001353.3979988, NULL),
	('nofirstmove', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001354.8979988, NULL),
	('nofirstmove', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001354.8979988, NULL),
	('nofirstmove', 2, 0, '', '', '[["end",0,0,"",{"points":[0.5,0.5],"reason":"no_first_move","seat":0,"clocks":[60.0,60.0]},false]]', 1800001416.3979988, NULL),
	('time', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001417.8979988, NULL),
	('time', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001417.8979988, NULL),
	('time', 2, 1, 'e835e1b4b090c324cfc1', 'm104', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"e3\"}","events":[["moved",0,[52,36],["P"]]],"clocks":[60.0,60.0]},true]]', 1800001419.1349988, NULL),
	('time', 3, 2, '10fae96072477e4eaec8', 'm105', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"b7b5"},"texts":{"1":"b5"},"fen":"rnbqkbnr/p1pppppp/8/1p6/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"b6\"}","events":[["moved",1,[9,25],["p"]]],"clocks":[60.0,60.0]},true]]', 1800001420.3719988, NULL),
	('time', 4, 2, '', '', '[["end",2,0,"",{"points":[0.0,1.0],"reason":"time","seat":0,"clocks":[0.0,60.0]},false]]', 1800001481.8719988, NULL),
	('timeall', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001483.3719988, NULL),
	('timeall', 3, 1, 'e835e1b4b090c324cfc1', 'm107', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a1c2","1":"c5c4"},"texts":{"0":"Nac2","1":"c4"},"fen":"np1pn/p1p1p/5/P1N1P/1PPPN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[20,17],["N"]],["moved",1,[2,7],["p"]]],"clocks":[60.0,60.0],"nonces":{"0":"59e19706d51d39f66711c2653cd7eb12","1":"670671cd97404156226e507973f2ab83"},"takebacks":0},true]]', 1800001485.8459988, NULL),
	('timeall', 4, 1, '', '', '[["end",1,0,"",{"points":[0.5,0.5],"reason":"time_all","seat":0,"clocks":[0.0,0.0]},false]]', 1800001547.3459988, NULL),
	('timematerial', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{"set_up":true},false]]', 1800001548.8459988, NULL),
	('timematerial', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001548.8459988, NULL),
	('timematerial', 2, 1, 'e835e1b4b090c324cfc1', 'm108', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e1f2"},"texts":{"0":"Kf2"},"fen":"4k3/8/8/8/8/8/4PK2/8 b 1 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",0,[60,53],["K"]]],"clocks":[60.0,60.0]},true]]', 1800001550.0829988, NULL),
	('timematerial', 3, 2, '10fae96072477e4eaec8', 'm109', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e8e7"},"texts":{"1":"Ke7"},"fen":"8/4k3/8/8/8/8/4PK2/8 w 2 {\"flags\":\"8888\",\"enpassant\":\"-\"}","events":[["moved",1,[4,12],["k"]]],"clocks":[60.0,60.0]},true]]', 1800001551.3199987, NULL),
	('timematerial', 4, 2, '', '', '[["end",2,0,"",{"points":[0.5,0.5],"reason":"time_material","seat":0,"clocks":[0.0,60.0]},false]]', 1800001612.8199987, NULL),
	('stopped', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001614.3199987, NULL),
	('stopped', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001614.3199987, NULL),
	('stopped', 2, 1, 'e835e1b4b090c324cfc1', 'm110', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e3"},"texts":{"0":"e3"},"fen":"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[52,44],["P"]]]},true]]', 1800001615.5569987, NULL),
	('stopped', 3, 2, '10fae96072477e4eaec8', 'm111', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e7e6"},"texts":{"1":"e6"},"fen":"rnbqkbnr/pppp1ppp/5p2/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[12,20],["p"]]]},true]]', 1800001616.7939987, NULL),
	('stopped', 4, 2, '', '', '[["stop",2,null,"",{"fault":"turn 2: the rules now lead to rnbqkbnr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}, the journal has rnbqkbnr/pppp1ppp/5p2/8/8/4P3/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}"},false]]', 1800001616.7939987, NULL),
	('darkopen', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001618.2939987, NULL);
INSERT INTO public.decisions VALUES
	('checkeredopen', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001619.7939987, NULL),
	('setupopen', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{"set_up":true},false]]', 1800001621.2939987, NULL),
	('chessplans', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001622.7939987, NULL),
	('chessplans', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001622.7939987, NULL),
	('chessplans', 2, 1, 'e835e1b4b090c324cfc1', 'm112', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"e3\"}","events":[["moved",0,[52,36],["P"]]]},true]]', 1800001624.0309987, NULL),
	('chessplans', 3, 1, 'e835e1b4b090c324cfc1', 'm113', '[["plan",1,0,"e835e1b4b090c324cfc1",{"answer":"g1f3"},true]]', 1800001625.2679987, NULL),
	('chessplans', 4, 1, 'e835e1b4b090c324cfc1', 'm114', '[["unplan",1,0,"e835e1b4b090c324cfc1",{},true]]', 1800001626.5049987, NULL),
	('chessplans', 5, 1, 'e835e1b4b090c324cfc1', 'm115', '[["plan",1,0,"e835e1b4b090c324cfc1",{"lines":[["e7e5","g1f3","b8c6","f1c4"],["c7c5","d2d4"]]},true]]', 1800001627.7419987, NULL),
	('chessplans', 6, 2, '10fae96072477e4eaec8', 'm116', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e7e5"},"texts":{"1":"e5"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"e6\"}","events":[["moved",1,[12,28],["p"]]]},true]]', 1800001628.9789987, NULL),
	('chessplans', 7, 3, 'e835e1b4b090c324cfc1', '', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g1f3"},"texts":{"0":"Nf3"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[62,45],["N"]]]},false]]', 1800001628.9789987, NULL),
	('darkplan', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001630.4789987, NULL),
	('darkplan', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001630.4789987, NULL),
	('darkplan', 2, 1, 'e835e1b4b090c324cfc1', 'm117', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b3"},"texts":{"0":"b3"},"fen":"rnbqkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[49,41],["P"]]]},true]]', 1800001631.7159986, NULL),
	('darkplan', 3, 2, '10fae96072477e4eaec8', 'm118', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"d7d6"},"texts":{"1":"d6"},"fen":"rnbqkbnr/ppp1pppp/3p4/8/8/1P6/P1PPPPPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[11,19],["p"]]]},true]]', 1800001632.9529986, NULL),
	('darkplan', 4, 3, 'e835e1b4b090c324cfc1', 'm119', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g2g4"},"texts":{"0":"g4"},"fen":"rnbqkbnr/ppp1pppp/3p4/8/6P1/1P6/P1PPPP1P/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"g3\"}","events":[["moved",0,[54,38],["P"]]]},true]]', 1800001634.1899986, NULL),
	('darkplan', 5, 4, '10fae96072477e4eaec8', 'm120', '[["turn",3,1,"10fae96072477e4eaec8",{"actions":{"1":"c8e6"},"texts":{"1":"Be6"},"fen":"rn1qkbnr/ppp1pppp/3pb3/8/6P1/1P6/P1PPPP1P/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",1,[2,20],["b"]]]},true]]', 1800001635.4269986, NULL),
	('darkplan', 6, 5, 'e835e1b4b090c324cfc1', 'm121', '[["turn",4,0,"e835e1b4b090c324cfc1",{"actions":{"0":"f1h3"},"texts":{"0":"Bh3"},"fen":"rn1qkbnr/ppp1pppp/3pb3/8/6P1/1P5B/P1PPPP1P/RNBQK1NR b 5 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[61,47],["B"]]]},true]]', 1800001636.6639986, NULL),
	('darkplan', 7, 5, 'e835e1b4b090c324cfc1', 'm122', '[["plan",5,0,"e835e1b4b090c324cfc1",{"answer":"a2a3"},true]]', 1800001637.9009986, NULL),
	('planmissed', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001639.4009986, NULL),
	('planmissed', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001639.4009986, NULL),
	('planmissed', 2, 1, 'e835e1b4b090c324cfc1', 'm123', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"e3\"}","events":[["moved",0,[52,36],["P"]]],"clocks":[259200.0,259200.0]},true]]', 1800001640.6379986, NULL),
	('planmissed', 3, 2, '10fae96072477e4eaec8', 'm124', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"e7e5"},"texts":{"1":"e5"},"fen":"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"e6\"}","events":[["moved",1,[12,28],["p"]]],"clocks":[259200.0,259200.0]},true]]', 1800001641.8749986, NULL),
	('planmissed', 4, 2, '10fae96072477e4eaec8', 'm125', '[["plan",2,1,"10fae96072477e4eaec8",{"lines":[["a2a3","a7a6"]]},true]]', 1800001643.1119986, NULL),
	('synchronesealed', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001645.8489985, NULL),
	('synchronesealed', 2, 0, '10fae96072477e4eaec8', 'm127', '[["seal",0,1,"10fae96072477e4eaec8",{"move":"f7f6","nonce":"35135aaa6cc23891b40cb3f378c53a17","takebacks":0},true]]', 1800001647.0859985, NULL),
	('synchronesealed', 3, 1, 'e835e1b4b090c324cfc1', 'm128', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a2a3","1":"f7f6"},"texts":{"0":"a3","1":"f6"},"fen":"rnbqkbnr/ppppp1pp/5p2/8/8/P7/1PPPPPPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[48,40],["P"]],["moved",1,[13,21],["p"]]],"clocks":[259200.0,259200.0],"nonces":{"0":"624b60c58c9d8bfb6ff1886c2fd605d2","1":"35135aaa6cc23891b40cb3f378c53a17"},"takebacks":0},true]]', 1800001648.3229985, NULL),
	('synchronesealed', 4, 1, '10fae96072477e4eaec8', 'm129', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"e7e5","nonce":"eb1e33e8a81b697b75855af6bfcdbcbf","takebacks":0},true]]', 1800001649.5599985, NULL),
	('synchronesealed', 5, 2, 'e835e1b4b090c324cfc1', 'm130', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"c2c4","1":"e7e5"},"texts":{"0":"c4","1":"e5"},"fen":"rnbqkbnr/pppp2pp/5p2/4p3/2P5/P7/1P1PPPPP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"e6,c3\"}","events":[["moved",0,[50,34],["P"]],["moved",1,[12,28],["p"]]],"clocks":[259200.0,259200.0],"nonces":{"0":"e29c9c180c6279b0b02abd6a1801c7c0","1":"eb1e33e8a81b697b75855af6bfcdbcbf"},"takebacks":0},true]]', 1800001650.7969985, NULL),
	('synchronesealed', 6, 2, '10fae96072477e4eaec8', 'm131', '[["ask_back",2,1,"10fae96072477e4eaec8",{"to":1},true]]', 1800001652.0339985, NULL),
	('synchronesealed', 7, 1, 'e835e1b4b090c324cfc1', 'm132', '[["ask_back",2,0,"e835e1b4b090c324cfc1",{"to":1},false],["takeback",1,0,"e835e1b4b090c324cfc1",{"to":1},true]]', 1800001653.2709985, NULL),
	('synchronesealed', 8, 1, '10fae96072477e4eaec8', 'm133', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"c7c5","nonce":"c6f3ac57944a531490cd39902d0f7777","takebacks":1},true]]', 1800001654.5079985, NULL),
	('synchronesealed', 9, 1, '10fae96072477e4eaec8', 'm134', '[["unseal",1,1,"10fae96072477e4eaec8",{},true]]', 1800001655.7449985, NULL),
	('synchronesealed', 10, 1, '10fae96072477e4eaec8', 'm135', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"e8f7","nonce":"86e50149658661312a9e0b35558d84f6","takebacks":1},true]]', 1800001656.9819984, NULL),
	('apocalypsecomputer', 0, 0, 'computer-2', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false],["sit",0,1,"computer-2",{},false]]', 1800001658.4819984, NULL),
	('apocalypsecomputer', 1, 0, 'computer-2', 'm136', '[["seal",0,1,"computer-2",{"move":"e5d3","nonce":"9f14025af0065b30e47e23ebb3b491d3","takebacks":0},true]]', 1800001659.7189984, NULL),
	('apocalypsecomputer', 2, 1, 'e835e1b4b090c324cfc1', 'm137', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e3","1":"e5d3"},"texts":{"0":"e3","1":"Nd3"},"fen":"nppp1/p3p/3nP/P4/NPPPN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[19,14],["P"]],["moved",1,[4,13],["n"]]],"nonces":{"0":"76a50887d8f1c2e9301755428990ad81","1":"9f14025af0065b30e47e23ebb3b491d3"},"takebacks":0},true]]', 1800001660.9559984, NULL),
	('apocalypsecomputer', 3, 1, 'computer-2', 'm138', '[["seal",1,1,"computer-2",{"move":"a4a3","nonce":"7a61b53701befdae0eeeffaecc73f14e","takebacks":0},true]]', 1800001662.1929984, NULL),
	('apocalypsecomputer', 4, 2, 'e835e1b4b090c324cfc1', 'm139', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e1c2","1":"a4a3"},"texts":{"0":"Nec2","1":"a3"},"fen":"nppp1/4p/p2nP/P1N2/NPPP1 w 4 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[24,17],["N"]],["moved",1,[5,10],["p"]]],"nonces":{"0":"aea92132c4cbeb263e6ac2bf6c183b5d","1":"7a61b53701befdae0eeeffaecc73f14e"},"takebacks":0},true]]', 1800001663.4299984, NULL),
	('apocalypsecomputer', 5, 2, 'computer-2', 'm140', '[["seal",2,1,"computer-2",{"move":"d3c1","nonce":"0b918943df0962bc7a1824c0555a3893","takebacks":0},true]]', 1800001664.6669984, NULL),
	('dobutsuasked', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001666.1669984, NULL),
	('dobutsuasked', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001666.1669984, NULL),
	('dobutsuasked', 2, 1, 'e835e1b4b090c324cfc1', 'm141', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"c1c2"},"texts":{"0":"Gc2"},"fen":"gle/1c1/1CG/EL1 b 1 {\"hands\":\"-\"}","events":[["moved",0,[11,8],["G"]]]},true]]', 1800001667.4039984, NULL),
	('dobutsuasked', 3, 2, '10fae96072477e4eaec8', 'm142', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"b3b2"},"texts":{"1":"Cxb2"},"fen":"gle/3/1cG/EL1 w 2 {\"hands\":\"c\"}","events":[["captured",1,[4,7],["c","C"]],["check",0,[10],["L"]]]},true]]', 1800001668.6409984, NULL),
	('dobutsuasked', 4, 3, 'e835e1b4b090c324cfc1', 'm143', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a1b2"},"texts":{"0":"Exb2"},"fen":"gle/3/1EG/1L1 b 3 {\"hands\":\"Cc\"}","events":[["captured",0,[9,7],["E","c"]]]},true]]', 1800001669.8779984, NULL),
	('dobutsuasked', 5, 3, 'e835e1b4b090c324cfc1', 'm144', '[["ask_back",3,0,"e835e1b4b090c324cfc1",{"to":2},true]]', 1800001671.1149983, NULL),
	('checkeredjoin', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001672.6149983, NULL),
	('checkeredjoin', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001672.6149983, NULL),
	('checkeredjoin', 2, 1, 'e835e1b4b090c324cfc1', 'm145', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"07071111011111111111\",\"enpassant\":\"e3\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",0,[52,36],["P"]]]},true]]', 1800001673.8519983, NULL),
	('checkeredjoin', 3, 2, '10fae96072477e4eaec8', 'm146', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"d7d5"},"texts":{"1":"d5"},"fen":"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"07071111011111101111\",\"enpassant\":\"d6\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",1,[11,27],["p"]]]},true]]', 1800001675.0889983, NULL),
	('checkeredjoin', 4, 3, 'e835e1b4b090c324cfc1', 'm147', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e4d5"},"texts":{"0":"exd5"},"fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["captured",0,[36,27],["P","p"]],["born",0,[27],["s"]]]},true]]', 1800001676.3259983, NULL);
INSERT INTO public.decisions VALUES
	('checkeredleft', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001677.8259983, NULL),
	('checkeredleft', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001677.8259983, NULL),
	('checkeredleft', 2, 1, 'e835e1b4b090c324cfc1', 'm148', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e4"},"texts":{"0":"e4"},"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"07071111011111111111\",\"enpassant\":\"e3\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",0,[52,36],["P"]]]},true]]', 1800001679.0629983, NULL),
	('checkeredleft', 3, 2, '10fae96072477e4eaec8', 'm149', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"d7d5"},"texts":{"1":"d5"},"fen":"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w 2 {\"flags\":\"07071111011111101111\",\"enpassant\":\"d6\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["moved",1,[11,27],["p"]]]},true]]', 1800001680.2999983, NULL),
	('checkeredleft', 4, 3, 'e835e1b4b090c324cfc1', 'm150', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e4d5"},"texts":{"0":"exd5"},"fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"1\"}","events":[["captured",0,[36,27],["P","p"]],["born",0,[27],["s"]]]},true]]', 1800001681.5369983, NULL),
	('checkeredleft', 5, 4, 'bb7b88acdba8690471ee', 'm151', '[["sit",3,2,"bb7b88acdba8690471ee",{},false],["turn",3,2,"bb7b88acdba8690471ee",{"actions":{"2":"--"},"texts":{"2":"Join"},"fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"3\"}","events":[["joined",2,[],[]]]},true]]', 1800001682.7739983, NULL),
	('checkeredleft', 6, 5, 'e835e1b4b090c324cfc1', 'm152', '[["left",4,0,"e835e1b4b090c324cfc1",{"actions":{},"texts":{},"left":[0],"reason":"resigned","fen":"rnbqkbnr/ppp1pppp/8/3s4/8/8/PPPP1PPP/RNBQKBNR b 3 {\"flags\":\"07071111011111101111\",\"enpassant\":\"-\",\"cmove\":\"-\",\"stage\":\"3b\"}","events":[["took_both",1,[],[]]]},true]]', 1800001684.0109982, NULL),
	('progressivealone', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false],["sit",0,1,"e835e1b4b090c324cfc1",{},false]]', 1800001685.5109982, NULL),
	('progressivealone', 1, 1, 'e835e1b4b090c324cfc1', 'm153', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"e2e3"},"texts":{"0":"e3"},"fen":"rnbqkbnr/pppppppp/8/8/8/4P3/PPPP1PPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\",\"series\":\"2\",\"left\":\"2\",\"calm\":\"0\"}","events":[["moved",0,[52,44],["P"]]]},true]]', 1800001686.7479982, NULL),
	('progressivealone', 2, 2, 'e835e1b4b090c324cfc1', 'm154', '[["turn",1,1,"e835e1b4b090c324cfc1",{"actions":{"1":"f7f5"},"texts":{"1":"f5"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/8/4P3/PPPP1PPP/RNBQKBNR b 2 {\"flags\":\"0707\",\"enpassant\":\"f6\",\"series\":\"2\",\"left\":\"1\",\"calm\":\"-1\"}","events":[["moved",1,[13,29],["p"]]]},true]]', 1800001687.9849982, NULL),
	('progressivealone', 3, 3, 'e835e1b4b090c324cfc1', 'm155', '[["turn",2,1,"e835e1b4b090c324cfc1",{"actions":{"1":"h7h5"},"texts":{"1":"h5"},"fen":"rnbqkbnr/ppppp1p1/8/5p1p/8/4P3/PPPP1PPP/RNBQKBNR w 3 {\"flags\":\"0707\",\"enpassant\":\"f6,h6\",\"series\":\"3\",\"left\":\"3\",\"calm\":\"0\"}","events":[["moved",1,[15,31],["p"]]]},true]]', 1800001689.2219982, NULL),
	('progressivealone', 4, 4, 'e835e1b4b090c324cfc1', 'm156', '[["turn",3,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a2a4"},"texts":{"0":"a4"},"fen":"rnbqkbnr/ppppp1p1/8/5p1p/P7/4P3/1PPP1PPP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"a3\",\"series\":\"3\",\"left\":\"2\",\"calm\":\"-1\"}","events":[["moved",0,[48,32],["P"]]]},true]]', 1800001690.4589982, NULL),
	('chat', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001691.9589982, NULL),
	('chat', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001691.9589982, NULL),
	('chat', 2, 1, 'e835e1b4b090c324cfc1', 'm157', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"g2g4"},"texts":{"0":"g4"},"fen":"rnbqkbnr/pppppppp/8/8/6P1/8/PPPPPP1P/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"g3\"}","events":[["moved",0,[54,38],["P"]]]},true]]', 1800001693.1959982, NULL),
	('chat', 3, 2, '10fae96072477e4eaec8', 'm158', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"c7c5"},"texts":{"1":"c5"},"fen":"rnbqkbnr/pp1ppppp/8/2p5/6P1/8/PPPPPP1P/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"c6\"}","events":[["moved",1,[10,26],["p"]]]},true]]', 1800001694.4329982, NULL),
	('atomicoffer', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001695.9329982, NULL),
	('atomicoffer', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001695.9329982, NULL),
	('atomicoffer', 2, 1, 'e835e1b4b090c324cfc1', 'm159', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"b2b4"},"texts":{"0":"b4"},"fen":"rnbqkbnr/pppppppp/8/8/1P6/8/P1PPPPPP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"b3\"}","events":[["moved",0,[49,33],["P"]]],"clocks":[303.0,300.0]},true]]', 1800001697.1699982, NULL),
	('atomicoffer', 3, 2, '10fae96072477e4eaec8', 'm160', '[["turn",1,1,"10fae96072477e4eaec8",{"actions":{"1":"c7c5"},"texts":{"1":"c5"},"fen":"rnbqkbnr/pp1ppppp/8/2p5/1P6/8/P1PPPPPP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"c6\"}","events":[["moved",1,[10,26],["p"]]],"clocks":[303.0,303.0]},true]]', 1800001698.4069982, NULL),
	('atomicoffer', 4, 3, 'e835e1b4b090c324cfc1', 'm161', '[["turn",2,0,"e835e1b4b090c324cfc1",{"actions":{"0":"h2h3"},"texts":{"0":"h3"},"fen":"rnbqkbnr/pp1ppppp/8/2p5/1P6/7P/P1PPPPP1/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\"}","events":[["moved",0,[55,47],["P"]]],"clocks":[304.763,303.0]},true]]', 1800001699.6439981, NULL),
	('atomicoffer', 5, 3, '10fae96072477e4eaec8', 'm162', '[["addtime",3,1,"10fae96072477e4eaec8",{"seats":[0],"seconds":15.0},true]]', 1800001700.8809981, NULL),
	('atomicoffer', 6, 3, '10fae96072477e4eaec8', 'm163', '[["offer",3,1,"10fae96072477e4eaec8",{},true]]', 1800001702.1179981, NULL),
	('dicerunning', 0, 0, 'dice', '', '[["dice",0,null,"",{"seed":"d59eced1ded07f84c145592f65bdf854358e009c5cd705f5215bf18697fed103"},false],["sit",0,0,"e835e1b4b090c324cfc1",{},false],["sit",0,1,"computer-3",{},false],["sit",0,2,"dice",{},false]]', 1800001703.6179981, NULL),
	('dicerunning', 1, 1, 'dice', '', '[["turn",0,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",0,[],["P"]]],"clocks":[900.0,900.0,900.0]},false]]', 1800001703.6179981, NULL),
	('dicerunning', 2, 2, 'e835e1b4b090c324cfc1', 'm164', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"h2h4"},"texts":{"0":"h4"},"fen":"rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"h3\",\"roll\":\"-\"}","events":[["moved",0,[55,39],["P"]]],"clocks":[910.0,900.0,900.0]},true]]', 1800001704.854998, NULL),
	('dicerunning', 3, 3, 'dice', '', '[["turn",2,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkbnr/pppppppp/8/8/7P/8/PPPPPPP1/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"h3\",\"roll\":\"p\"}","events":[["rolled",1,[],["p"]]],"clocks":[910.0,900.0,900.0]},false]]', 1800001704.854998, NULL),
	('dicerunning', 4, 4, 'computer-3', 'm165', '[["turn",3,1,"computer-3",{"actions":{"1":"f7f5"},"texts":{"1":"f5"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/7P/8/PPPPPPP1/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"f6\",\"roll\":\"-\"}","events":[["moved",1,[13,29],["p"]]],"clocks":[910.0,910.0,900.0]},true]]', 1800001706.091998, NULL),
	('dicerunning', 5, 5, 'dice', '', '[["turn",4,2,"dice",{"actions":{"2":"=r"},"texts":{"2":"R"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/7P/8/PPPPPPP1/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"f6\",\"roll\":\"r\"}","events":[["rolled",0,[],["R"]]],"clocks":[910.0,910.0,900.0]},false]]', 1800001706.091998, NULL),
	('dicerunning', 6, 6, 'e835e1b4b090c324cfc1', 'm166', '[["turn",5,0,"e835e1b4b090c324cfc1",{"actions":{"0":"h1h2"},"texts":{"0":"Rh2"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/7P/8/PPPPPPPR/RNBQKBN1 b 3 {\"flags\":\"0807\",\"enpassant\":\"-\",\"roll\":\"-\"}","events":[["moved",0,[63,55],["R"]]],"clocks":[918.763,910.0,900.0]},true]]', 1800001707.328998, NULL),
	('dicerunning', 7, 7, 'dice', '', '[["turn",6,2,"dice",{"actions":{"2":"=p"},"texts":{"2":"P"},"fen":"rnbqkbnr/ppppp1pp/8/5p2/7P/8/PPPPPPPR/RNBQKBN1 b 3 {\"flags\":\"0807\",\"enpassant\":\"-\",\"roll\":\"p\"}","events":[["rolled",1,[],["p"]]],"clocks":[918.763,910.0,900.0]},false]]', 1800001707.328998, NULL),
	('apocalypsesealed', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001708.828998, NULL),
	('apocalypsesealed', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001708.828998, NULL),
	('apocalypsesealed', 2, 0, '10fae96072477e4eaec8', 'm167', '[["seal",0,1,"10fae96072477e4eaec8",{"move":"c5c4","nonce":"3d914f9348c9cc0ff8a79716700b9fcd","takebacks":0},true]]', 1800001710.065998, NULL),
	('apocalypsesealed', 3, 1, 'e835e1b4b090c324cfc1', 'm168', '[["turn",0,0,"e835e1b4b090c324cfc1",{"actions":{"0":"a1c2","1":"c5c4"},"texts":{"0":"Nac2","1":"c4"},"fen":"np1pn/p1p1p/5/P1N1P/1PPPN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[20,17],["N"]],["moved",1,[2,7],["p"]]],"clocks":[605.0,605.0],"nonces":{"0":"73475cb40a568e8da8a045ced110137e","1":"3d914f9348c9cc0ff8a79716700b9fcd"},"takebacks":0},true]]', 1800001711.302998, NULL),
	('apocalypsesealed', 4, 1, '10fae96072477e4eaec8', 'm169', '[["seal",1,1,"10fae96072477e4eaec8",{"move":"a4a3","nonce":"44cb730c420480a0477b505ae68af508","takebacks":0},true]]', 1800001712.539998, NULL),
	('apocalypsesealed', 5, 2, 'e835e1b4b090c324cfc1', 'm170', '[["turn",1,0,"e835e1b4b090c324cfc1",{"actions":{"0":"c2b4","1":"a4a3"},"texts":{"0":"Nb4","1":"a3"},"fen":"np1pn/1Np1p/p4/P3P/1PPPN w 4 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","events":[["moved",0,[17,6],["N"]],["moved",1,[5,10],["p"]]],"clocks":[607.526,608.763],"nonces":{"0":"71ee45a3c0db9a9865f7313dd3372cf6","1":"44cb730c420480a0477b505ae68af508"},"takebacks":0},true]]', 1800001713.776998, NULL),
	('apocalypsesealed', 6, 2, 'e835e1b4b090c324cfc1', 'm171', '[["seal",2,0,"e835e1b4b090c324cfc1",{"move":"e1d3","nonce":"811786ad1ae74adfdd20dd0372abaaeb","takebacks":0},true]]', 1800001715.013998, NULL),
	('firstmove', 0, 0, 'e835e1b4b090c324cfc1', '', '[["sit",0,0,"e835e1b4b090c324cfc1",{},false]]', 1800001716.513998, NULL),
	('firstmove', 1, 0, '10fae96072477e4eaec8', '', '[["sit",0,1,"10fae96072477e4eaec8",{},false]]', 1800001716.513998, NULL),
	('dobutsuagain', 1, 0, '', '', '[["downtime",0,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('planmissed', 6, 3, '', '', '[["downtime",3,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('synchronesealed', 11, 1, '', '', '[["downtime",1,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('atomicoffer', 7, 3, '', '', '[["downtime",3,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('dicerunning', 8, 7, '', '', '[["downtime",7,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('apocalypsesealed', 7, 2, '', '', '[["downtime",2,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('firstmove', 2, 0, '', '', '[["downtime",0,null,"",{"since":1800001716.513998,"until":1800001748.013998},false]]', 1800001748.013998, NULL),
	('paired', 0, 0, 'a62b0b8961cd59d1fdff', '', '[["sit",0,0,"bb7b88acdba8690471ee",{},false],["sit",0,1,"a62b0b8961cd59d1fdff",{},false]]', 1800001748.013998, NULL);


--
-- Data for Name: keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.keys VALUES
	('a62b0b8961cd59d1fdff', ''),
	('a59dee22ef7036ad2e1f', 'a62b0b8961cd59d1fdff');


--
-- Data for Name: life; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.life VALUES
	(1799913599.75);


--
-- Data for Name: mailboxes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.mailboxes VALUES
	('10fae96072477e4eaec8', 'b.ö@example.net', 'fr', 1799998748.013998, 1799998848.013998, '[]'),
	('a62b0b8961cd59d1fdff', 'dan+chess@example.org', 'en', 1799998748.013998, NULL, '[]'),
	('e835e1b4b090c324cfc1', 'ann@example.org', 'en', 1799998748.013998, 1799998848.013998, '["planmissed"]');


--
-- Data for Name: mails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.mails VALUES
	('confirm/4d7db87a2980f0f7', 'e835e1b4b090c324cfc1', '4d7db87a2980f0f733f852eeace7d082', 'confirm', '', 1799998748.013998, 1799998748.013998, 0, 'waiting'),
	('confirm/400755f312b68221', '10fae96072477e4eaec8', '400755f312b68221182cd6aa37f4a517', 'confirm', '', 1799998748.013998, 1799998748.013998, 0, 'waiting'),
	('confirm/fbca1f4b2ed4b88f', 'a62b0b8961cd59d1fdff', 'fbca1f4b2ed4b88f222a1fab6ac8da5c', 'confirm', '', 1799998748.013998, 1799998748.013998, 0, 'waiting'),
	('turn/planmissed/2.0/e835e1b4b090c324cfc1', 'e835e1b4b090c324cfc1', '4d7db87a2980f0f733f852eeace7d082', 'turn', 'planmissed', 1800000848.013998, 1800001448.013998, 1, 'sent'),
	('low/synchronesealed/1.1/e835e1b4b090c324cfc1', 'e835e1b4b090c324cfc1', '4d7db87a2980f0f733f852eeace7d082', 'low', 'synchronesealed', 1800000848.013998, 1800001448.013998, 0, 'waiting'),
	('joined/dobutsuagain/1/10fae96072477e4eaec8', '10fae96072477e4eaec8', '400755f312b68221182cd6aa37f4a517', 'joined', 'dobutsuagain', 1800000848.013998, 1800001448.013998, 2, 'failed'),
	('ended/chessfinished//10fae96072477e4eaec8', '10fae96072477e4eaec8', '400755f312b68221182cd6aa37f4a517', 'ended', 'chessfinished', 1800000848.013998, 1800001448.013998, 0, '0123456789abcdef');


--
-- Data for Name: people; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.people VALUES
	('e835e1b4b090c324cfc1', 'Ann', 1800000000.25),
	('10fae96072477e4eaec8', 'Bob', 1800000000.25),
	('bb7b88acdba8690471ee', 'Zoé ♞', 1800000000.25);


--
-- Data for Name: preferences; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.preferences VALUES
	('e835e1b4b090c324cfc1', 'theme=dark&board=sage&confirm=off', 1800001742.513998),
	('10fae96072477e4eaec8', '', 1800001744.013998);


--
-- Data for Name: processes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.processes VALUES
	('0123456789abcdef', 1800001750.013998);


--
-- Data for Name: reviews; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.reviews VALUES
	('apocalypsefinished', 4, '{"fen":"n1ppN/pp3/n3p/P1PPP/NP3 w 8 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","judgement":{"kind":"matrix","depth":1,"nodes":169,"exact":false,"scores":[0.4469,0.5531],"odds":{"0":{"e5d3":0.6229,"d2d3":0.2404,"a1b3":0.1183,"d2e3":0.0183},"1":{"e3d2":0.8855,"b4b3":0.0559,"c5c4":0.039,"a3b1":0.0195}},"rows":["e5d3","e5c4","c2c3","d2d3","d2e3","a1b3","b1b2","a2a3","a2b3","c2b3","e2e3","a1c2","b1c2"],"columns":["a5c4","a5b3","c5c4","d5d4","b4b3","a3b5","a3c4","a3c2","a3b1","e3d2","d5c4","a4b3","b4c3"],"cells":[[0.4677,0.4946,0.4339,0.5639,0.4383,0.6514,0.6178,0.5923,0.4672,0.4476,0.5931,0.5931,0.5931],[0.406,0.4168,0.6127,0.581,0.487,0.578,0.5573,0.5148,0.3906,0.4361,0.2252,0.5819,0.5819],[0.3868,0.4125,0.5009,0.5823,0.5175,0.4529,0.4766,0.5529,0.2823,0.3681,0.5112,0.5112,0.5018],[0.4414,0.4392,0.4677,0.448,0.3847,0.5408,0.5927,0.4771,0.4125,0.4507,0.478,0.478,0.478],[0.4659,0.5533,0.5814,0.5622,0.4969,0.6498,0.6161,0.531,0.5261,0.4361,0.5914,0.5914,0.5914],[0.3983,0.4242,0.4525,0.5537,0.6111,0.5854,0.5493,0.5225,0.3979,0.4374,0.5234,0.1719,0.5234],[0.3607,0.444,0.5332,0.5135,0.448,0.5166,0.4199,0.4242,0.4458,0.3983,0.5435,0.5435,0.5435],[0.3094,0.3321,0.4142,0.3953,0.3356,0.4396,0.4039,0.3784,0.2721,0.2931,0.4242,0.4242,0.4242],[0.3094,0.6553,0.4142,0.3953,0.4811,0.4865,0.4498,0.4234,0.309,0.2931,0.4242,0.4242,0.4242],[0.3094,0.7381,0.4142,0.3953,0.5832,0.4865,0.4498,0.4234,0.309,0.2931,0.4242,0.4242,0.4242],[0.3094,0.3321,0.4142,0.3953,0.3356,0.4865,0.4498,0.4234,0.309,0.3039,0.4242,0.4242,0.4242],[0.3094,0.3321,0.4142,0.3953,0.3356,0.4865,0.4498,0.7793,0.309,0.2931,0.4242,0.4242,0.4242],[0.3094,0.3321,0.4142,0.3953,0.3356,0.4865,0.4498,0.6474,0.309,0.2931,0.4242,0.4242,0.4242]],"worth":{"0":{"e5d3":0.44692810498617613,"e5c4":0.44495033343043905,"c2c3":0.37995989703716826,"d2d3":0.44692810498617613,"d2e3":0.446928104986176,"a1b3":0.446928104986176,"b1b2":0.40727167311244955,"a2a3":0.29979279424765604,"a2b3":0.30864704711112767,"c2b3":0.31435457467014816,"e2e3":0.31007718367678533,"a1c2":0.30051340107941876,"b1c2":0.30051340107941876},"1":{"a5c4":0.5468667033172285,"a5b3":0.5259739974099482,"c5c4":0.5530718950138238,"d5d4":0.46520474634569375,"b4b3":0.5530718950138239,"a3b5":0.3830298597572013,"a3c4":0.3963698727375198,"a3c2":0.44477857850766966,"a3b1":0.553071895013824,"e3d2":0.5530718950138238,"d5c4":0.44285138727002404,"a4b3":0.48443467906602844,"b4c3":0.44285138727002404}}},"labels":{"0":{"e5d3":"Nd3","e5c4":"Nc4","c2c3":"c3","d2d3":"d3","d2e3":"dxe3","a1b3":"Nb3","b1b2":"b2","a2a3":"a3","a2b3":"axb3","c2b3":"cxb3","e2e3":"e3","a1c2":"Nxc2","b1c2":"bxc2"},"1":{"a5c4":"N5c4","a5b3":"Nb3","c5c4":"c4","d5d4":"d4","b4b3":"b3","a3b5":"Nb5","a3c4":"N3c4","a3c2":"Nxc2","a3b1":"Nxb1","e3d2":"exd2","d5c4":"dxc4","a4b3":"axb3","b4c3":"bxc3"}},"played":{},"costs":{}}', 1800000122.868999, '[1, 7]'),
	('apocalypsefinished', 3, '{"fen":"npppN/p4/n3p/P1P1P/NP1P1 w 6 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","judgement":{"kind":"matrix","depth":1,"nodes":144,"exact":false,"scores":[0.4512,0.5488],"odds":{"0":{"e5d3":0.4785,"a1b3":0.2499,"e5c4":0.1989,"c2c3":0.0727},"1":{"a5c4":0.7365,"c5c4":0.1922,"a3b1":0.0531,"a4b3":0.0182}},"rows":["e5d3","e5c4","c2c3","a1b3","b1b2","d1d2","a2a3","a2b3","c2b3","a1c2","b1c2","d1c2"],"columns":["a5c4","a5b3","b5b4","c5c4","d5d4","a3c4","a3c2","a3b1","b5c4","d5c4","a4b3","e3d2"],"cells":[[0.4677,0.4946,0.5639,0.3759,0.5036,0.6178,0.5328,0.4672,0.5337,0.5337,0.5337,0.5337],[0.406,0.4766,0.5524,0.6127,0.5524,0.5573,0.5148,0.4494,0.2252,0.2252,0.5819,0.5819],[0.4454,0.4721,0.4811,0.5009,0.4811,0.5373,0.5529,0.3317,0.5112,0.5112,0.5112,0.5112],[0.4574,0.4242,0.4933,0.4525,0.5537,0.6081,0.5225,0.4569,0.5234,0.5234,0.1719,0.5234],[0.4177,0.5045,0.5135,0.5332,0.5135,0.4798,0.4529,0.5063,0.5435,0.5435,0.5435,0.5435],[0.3348,0.3587,0.4469,0.4436,0.4242,0.4798,0.4529,0.3344,0.4538,0.4538,0.4538,0.3176],[0.3619,0.3868,0.3953,0.4142,0.3953,0.4632,0.3784,0.3202,0.4242,0.4242,0.4242,0.4242],[0.3619,0.6553,0.3953,0.4142,0.3953,0.5103,0.4234,0.3615,0.4242,0.4242,0.4242,0.4242],[0.3619,0.7381,0.3953,0.4142,0.3953,0.5103,0.4234,0.3615,0.4242,0.4242,0.4242,0.4242],[0.3619,0.3868,0.3953,0.4142,0.3953,0.5103,0.7388,0.3615,0.4242,0.4242,0.4242,0.4242],[0.3619,0.3868,0.3953,0.4142,0.3953,0.5103,0.6474,0.3615,0.4242,0.4242,0.4242,0.4242],[0.3619,0.3868,0.3953,0.4142,0.3953,0.5103,0.6474,0.3615,0.4242,0.4242,0.4242,0.4242]],"worth":{"0":{"e5d3":0.45123224579213644,"e5c4":0.4512322457921363,"c2c3":0.45123224579213644,"a1b3":0.45123224579213633,"b1b2":0.44689017871560516,"d1d2":0.357856455858457,"a2a3":0.37087369495323425,"a2b3":0.37306500666224224,"c2b3":0.37306500666224224,"a1c2":0.37306500666224224,"b1c2":0.37306500666224224,"d1c2":0.37306500666224224},"1":{"a5c4":0.5487677542078636,"a5b3":0.5282101986449294,"b5b4":0.46205222054106154,"c5c4":0.5487677542078637,"d5d4":0.47580925630824566,"a3c4":0.40251130110877475,"a3c2":0.4718926520792005,"a3b1":0.5487677542078637,"b5c4":0.5318704763139663,"d5c4":0.5318704763139663,"a4b3":0.5487677542078637,"e3d2":0.4609233398026866}}},"labels":{"0":{"e5d3":"Nd3","e5c4":"Nc4","c2c3":"c3","a1b3":"Nb3","b1b2":"b2","d1d2":"d2","a2a3":"a3","a2b3":"axb3","c2b3":"cxb3","a1c2":"Nxc2","b1c2":"bxc2","d1c2":"dxc2"},"1":{"a5c4":"N5c4","a5b3":"Nb3","b5b4":"b4","c5c4":"c4","d5d4":"d4","a3c4":"N3c4","a3c2":"Nxc2","a3b1":"Nxb1","b5c4":"bxc4","d5c4":"dxc4","a4b3":"axb3","e3d2":"exd2"}},"played":{"0":"d1d2","1":"b5b4"},"costs":{"0":{"risk":0.0934,"luck":0.089},"1":{"risk":0.0867,"luck":0.091}}}', 1800000122.868999, '[1, 7]'),
	('apocalypsefinished', 2, '{"fen":"nppp1/p3p/n2N1/P1P1P/NP1P1 w 4 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","judgement":{"kind":"matrix","depth":1,"nodes":228,"exact":false,"scores":[0.504,0.496],"odds":{"0":{"d3c5":0.9563,"d3b2":0.0437},"1":{"c5c4":0.9919,"e4d3":0.0081}},"rows":["d3e5","d3e1","d3c1","d3b2","d3b4","d3c5","c2c3","e2e3","a1b3","b1b2","d1d2","a2a3","a2b3","c2b3","c2d3","e2d3","a1c2","b1c2","d1c2"],"columns":["a5c4","a5b3","b5b4","c5c4","d5d4","e4e3","e4d3","a3c4","a3c2","a3b1","c5b4","a4b3"],"cells":[[0.3743,0.3996,0.4082,0.4273,0.4082,0.4512,0.371,0.5238,0.4365,0.3739,0.4374,0.4374],[0.3571,0.3818,0.3902,0.3526,0.3902,0.406,0.3538,0.5049,0.3555,0.3567,0.419,0.419],[0.4056,0.3681,0.4405,0.4009,0.4405,0.4569,0.4021,0.5568,0.4694,0.4051,0.4703,0.4703],[0.4489,0.4757,0.4847,0.5045,0.4847,0.5013,0.4454,0.6,0.5139,0.4485,0.5148,0.5148],[0.4138,0.4401,0.5679,0.4374,0.3902,0.4654,0.4103,0.5652,0.412,0.4133,0.1757,0.4789],[0.5705,0.531,0.6051,0.504,0.6051,0.5626,0.5067,0.7072,0.6323,0.5701,0.6331,0.6331],[0.4802,0.5072,0.5762,0.4155,0.5162,0.5617,0.2431,0.5718,0.5871,0.3628,0.5462,0.5462],[0.351,0.4334,0.5027,0.3466,0.4423,0.4879,0.1977,0.4982,0.4116,0.4069,0.4721,0.4721],[0.4321,0.4587,0.5283,0.3697,0.5283,0.5135,0.1893,0.5836,0.4969,0.4317,0.4978,0.1893],[0.452,0.5395,0.6072,0.4471,0.5484,0.5931,0.2002,0.5148,0.4879,0.5413,0.578,0.578],[0.366,0.3911,0.5193,0.3615,0.4587,0.5045,0.1565,0.5148,0.4879,0.3656,0.4888,0.4888],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.1446,0.4982,0.4116,0.3506,0.4587,0.4587],[0.3945,0.6854,0.4892,0.3348,0.429,0.4744,0.1446,0.5453,0.4578,0.394,0.4587,0.4587],[0.3945,0.7624,0.4892,0.3348,0.429,0.4744,0.1446,0.5453,0.4578,0.394,0.4587,0.4587],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.4405,0.5453,0.4578,0.394,0.4587,0.4587],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.3439,0.5453,0.4578,0.394,0.4587,0.4587],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.1446,0.5453,0.7198,0.394,0.4587,0.4587],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.1446,0.5453,0.6779,0.394,0.4587,0.4587],[0.3945,0.4203,0.4892,0.3348,0.429,0.4744,0.1446,0.5453,0.6779,0.394,0.4587,0.4587]],"worth":{"0":{"d3e5":0.42684449838187705,"d3e1":0.35260970873786407,"d3c1":0.4009097087378641,"d3b2":0.5040218446601942,"d3b4":0.43718074433656956,"d3c5":0.5040218446601942,"c2c3":0.4141051779935276,"e2e3":0.34539530744336583,"a1b3":0.36824045307443376,"b1b2":0.44510242718446624,"d1d2":0.3598414239482202,"a2a3":0.33326116504854386,"a2b3":0.33326116504854386,"c2b3":0.33326116504854386,"c2d3":0.3356551779935274,"e2d3":0.3348736245954692,"a1c2":0.33326116504854386,"b1c2":0.33326116504854386,"d1c2":0.33326116504854386},"1":{"a5c4":0.4348126213592235,"a5b3":0.4714160194174758,"b5b4":0.40016019417475746,"c5c4":0.49597815533980594,"d5d4":0.40016019417475746,"e4e3":0.4400781553398059,"e4d3":0.49597815533980594,"a3c4":0.2974834951456312,"a3c2":0.3728728155339808,"a3b1":0.43521262135922345,"c5b4":0.37206844660194194,"a4b3":0.37206844660194194}}},"labels":{"0":{"d3e5":"Ne5","d3e1":"Ne1","d3c1":"Nc1","d3b2":"Nb2","d3b4":"Nb4","d3c5":"Nxc5","c2c3":"c3","e2e3":"e3","a1b3":"Nb3","b1b2":"b2","d1d2":"d2","a2a3":"a3","a2b3":"axb3","c2b3":"cxb3","c2d3":"cxd3","e2d3":"exd3","a1c2":"Nxc2","b1c2":"bxc2","d1c2":"dxc2"},"1":{"a5c4":"N5c4","a5b3":"Nb3","b5b4":"b4","c5c4":"c4","d5d4":"d4","e4e3":"e3","e4d3":"exd3","a3c4":"N3c4","a3c2":"Nxc2","a3b1":"Nxb1","c5b4":"cxb4","a4b3":"axb3"}},"played":{"0":"d3e5","1":"e4e3"},"costs":{"0":{"risk":0.0772,"luck":0.0244},"1":{"risk":0.0559,"luck":0.1087}}}', 1800000122.868999, '[1, 7]'),
	('apocalypsefinished', 1, '{"fen":"nppp1/p1n1p/5/P1P1P/NP1PN w 2 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","judgement":{"kind":"matrix","depth":1,"nodes":108,"exact":false,"scores":[0.4577,0.5423],"odds":{"0":{"c2c3":0.3212,"e1d3":0.2698,"a1b3":0.2698,"d1d2":0.1392},"1":{"c4e3":0.636,"c4a3":0.2353,"e4d3":0.0781,"a4b3":0.0506}},"rows":["a2a3","c2c3","e2e3","a1b3","b1b2","d1d2","e1d3","a2b3","c2b3"],"columns":["a5b3","b5b4","d5d4","a4a3","c4e5","c4e3","c4d2","c4b2","c4a3","e4e3","a4b3","e4d3"],"cells":[[0.4194,0.4282,0.4282,0.5049,0.5252,0.3755,0.4356,0.4356,0.2674,0.4445,0.4578,0.4578],[0.4928,0.5018,0.5018,0.5184,0.5386,0.4467,0.4489,0.4489,0.4467,0.5184,0.5319,0.5319],[0.4194,0.4282,0.4282,0.4445,0.5252,0.2674,0.4356,0.4356,0.3755,0.5049,0.4578,0.4578],[0.5049,0.574,0.6315,0.6178,0.6094,0.4587,0.5875,0.5216,0.4587,0.5901,0.2153,0.603],[0.4356,0.4445,0.4445,0.4609,0.5417,0.3911,0.5126,0.3395,0.4789,0.4609,0.4744,0.4744],[0.4356,0.4445,0.4445,0.4609,0.5417,0.4789,0.3395,0.5126,0.3911,0.4609,0.4744,0.4744],[0.5652,0.6315,0.574,0.5901,0.6094,0.4587,0.5216,0.5216,0.504,0.6178,0.603,0.2153],[0.7436,0.4748,0.4748,0.4915,0.5117,0.3632,0.4225,0.4225,0.3632,0.4915,0.5049,0.5049],[0.772,0.4748,0.4748,0.4915,0.5117,0.3632,0.4225,0.4225,0.3632,0.4915,0.5049,0.5049]],"worth":{"0":{"a2a3":0.36064389701037053,"c2c3":0.45765782447284103,"e2e3":0.3173288580805188,"a1b3":0.4576578244728411,"b1b2":0.422476877034904,"d1d2":0.457657824472841,"e1d3":0.45765782447284103,"a2b3":0.3814244568990796,"c2b3":0.3814244568990796},"1":{"a5b3":0.49236382609373097,"b5b4":0.4517023061433315,"d5d4":0.4517023061433316,"a4a3":0.4434402288722552,"c4e5":0.4227636707854968,"c4e3":0.5423421755271589,"c4d2":0.5093187500247968,"c4b2":0.5030025115859005,"c4a3":0.5423421755271589,"e4e3":0.4434402288722552,"a4b3":0.5423421755271589,"e4d3":0.5423421755271591}}},"labels":{"0":{"a2a3":"a3","c2c3":"c3","e2e3":"e3","a1b3":"Nb3","b1b2":"b2","d1d2":"d2","e1d3":"Nd3","a2b3":"axb3","c2b3":"cxb3"},"1":{"a5b3":"Nb3","b5b4":"b4","d5d4":"d4","a4a3":"a3","c4e5":"Ne5","c4e3":"Ne3","c4d2":"Nd2","c4b2":"Nb2","c4a3":"Na3","e4e3":"e3","a4b3":"axb3","e4d3":"exd3"}},"played":{"0":"e1d3","1":"c4a3"},"costs":{"0":{"risk":0.0,"luck":0.0463},"1":{"risk":0.0,"luck":-0.0463}}}', 1800000122.868999, '[1, 7]'),
	('apocalypsefinished', 0, '{"fen":"npppn/p3p/5/P3P/NPPPN w 0 {\"whiteMove\":\"-\",\"penalties\":\"00\"}","judgement":{"kind":"matrix","depth":1,"nodes":121,"exact":false,"scores":[0.4923,0.5077],"odds":{"0":{"a1c2":0.5255,"c1c2":0.3123,"a1b3":0.1621},"1":{"c5c4":0.5552,"e5c4":0.2956,"a5b3":0.1492}},"rows":["a2a3","e2e3","a1b3","a1c2","b1b2","c1c2","d1d2","e1c2","e1d3","a2b3","e2d3"],"columns":["a5c4","a5b3","b5b4","c5c4","d5d4","e5d3","e5c4","a4a3","e4e3","a4b3","e4d3"],"cells":[[0.3889,0.3868,0.4834,0.4427,0.4834,0.4146,0.3889,0.5,0.5,0.5135,0.5135],[0.3889,0.4146,0.4834,0.4427,0.4834,0.3868,0.3889,0.5,0.5,0.5135,0.5135],[0.5337,0.5,0.5692,0.4681,0.627,0.5,0.5337,0.6132,0.5854,0.2816,0.5983],[0.5,0.4663,0.5953,0.4951,0.5953,0.4663,0.5,0.6111,0.6111,0.5657,0.5657],[0.4047,0.4308,0.5,0.4592,0.5,0.373,0.4047,0.5166,0.5166,0.5301,0.5301],[0.5049,0.5319,0.5408,0.5,0.5408,0.5319,0.4577,0.5573,0.5573,0.5705,0.5705],[0.4047,0.373,0.5,0.4592,0.5,0.4308,0.4047,0.5166,0.5166,0.5301,0.5301],[0.5,0.4663,0.5953,0.4951,0.5953,0.4663,0.5,0.6111,0.6111,0.5657,0.5657],[0.5337,0.5,0.627,0.4681,0.5692,0.5,0.5337,0.5854,0.6132,0.5983,0.2816],[0.4343,0.7184,0.4699,0.4295,0.4699,0.4017,0.4343,0.4865,0.4865,0.5,0.5],[0.4343,0.4017,0.4699,0.4295,0.4699,0.7184,0.4343,0.4865,0.4865,0.5,0.5]],"worth":{"0":{"a2a3":0.4184559432508899,"e2e3":0.42260276996975366,"a1b3":0.49225266301551396,"a1c2":0.4922526630155142,"b1b2":0.43885106916068795,"c1c2":0.49225266301551407,"d1d2":0.43022924957974107,"e1c2":0.4922526630155142,"e1d3":0.49225266301551396,"a2b3":0.4740132730134826,"e2d3":0.4267722650327581},"1":{"a5c4":0.4930055390234108,"a5b3":0.5077473369844858,"b5b4":0.42595359041030423,"c5c4":0.5077473369844858,"d5d4":0.4165819936697749,"e5d3":0.5077473369844858,"e5c4":0.5077473369844859,"a4a3":0.40536266052678593,"e4e3":0.40987010670994706,"a4b3":0.47886433988392996,"e4d3":0.42751512383331325}}},"labels":{"0":{"a2a3":"a3","e2e3":"e3","a1b3":"Nb3","a1c2":"Nac2","b1b2":"b2","c1c2":"c2","d1d2":"d2","e1c2":"Nec2","e1d3":"Nd3","a2b3":"axb3","e2d3":"exd3"},"1":{"a5c4":"Nac4","a5b3":"Nb3","b5b4":"b4","c5c4":"c4","d5d4":"d4","e5d3":"Nd3","e5c4":"Nec4","a4a3":"a3","e4e3":"e3","a4b3":"axb3","e4d3":"exd3"}},"played":{"0":"c1c2","1":"e5c4"},"costs":{"0":{"risk":0.0,"luck":-0.0346},"1":{"risk":0.0,"luck":0.0346}}}', 1800000122.868999, '[1, 7]'),
	('dicefinished', 1, '{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{"0":{"a2a3":0.0625,"a2a4":0.0625,"b2b3":0.0625,"b2b4":0.0625,"c2c3":0.0625,"c2c4":0.0625,"d2d3":0.0625,"d2d4":0.0625,"e2e3":0.0625,"e2e4":0.0625,"f2f3":0.0625,"f2f4":0.0625,"g2g3":0.0625,"g2g4":0.0625,"h2h3":0.0625,"h2h4":0.0625}},"means":{"0":{}},"depth":0,"nodes":0,"exact":false},"labels":{"0":{"a2a3":"a3","a2a4":"a4","b2b3":"b3","b2b4":"b4","c2c3":"c3","c2c4":"c4","d2d3":"d3","d2d4":"d4","e2e3":"e3","e2e4":"e4","f2f3":"f3","f2f4":"f4","g2g3":"g3","g2g4":"g4","h2h3":"h3","h2h4":"h4"}},"played":{"0":"f2f3"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('chessfinished', 3, '{"fen":"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"g3\"}","judgement":{"kind":"turn","depth":1,"nodes":30,"exact":false,"scores":[0.0,1.0],"odds":{"1":{"d8h4":1.0}},"moves":{"b8c6":0.5135,"b8a6":0.5,"d8e7":0.4944,"d8f6":0.4944,"d8g5":0.4944,"d8h4":1.0,"e8e7":0.4888,"f8e7":0.5022,"f8d6":0.5067,"f8c5":0.5067,"f8b4":0.5022,"f8a3":0.4933,"g8h6":0.5,"g8f6":0.5135,"g8e7":0.5135,"a7a6":0.5,"a7a5":0.5067,"b7b6":0.5,"b7b5":0.5067,"c7c6":0.5,"c7c5":0.5067,"d7d6":0.5,"d7d5":0.5067,"f7f6":0.5,"f7f5":0.5067,"g7g6":0.5,"g7g5":0.5067,"h7h6":0.5,"h7h5":0.5067,"e5e4":0.4933}},"labels":{"1":{"b8c6":"Nc6","b8a6":"Na6","d8e7":"Qe7","d8f6":"Qf6","d8g5":"Qg5","d8h4":"Qh4","e8e7":"Ke7","f8e7":"Be7","f8d6":"Bd6","f8c5":"Bc5","f8b4":"Bb4","f8a3":"Ba3","g8h6":"Nh6","g8f6":"Nf6","g8e7":"Ne7","a7a6":"a6","a7a5":"a5","b7b6":"b6","b7b5":"b5","c7c6":"c6","c7c5":"c5","d7d6":"d6","d7d5":"d5","f7f6":"f6","f7f5":"f5","g7g6":"g6","g7g5":"g5","h7h6":"h6","h7h5":"h5","e5e4":"e4"}},"played":{"1":"d8h4"},"costs":{"1":{"risk":0.0,"luck":0.0}}}', 1800000122.868999, '[2, 7]'),
	('chessfinished', 2, '{"fen":"rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"e6\"}","judgement":{"kind":"turn","depth":1,"nodes":19,"exact":false,"scores":[0.5067,0.4933],"odds":{"0":{"c2c4":1.0}},"moves":{"f3f4":0.5,"a2a3":0.5,"a2a4":0.4865,"b2b3":0.5,"b2b4":0.4155,"c2c3":0.5,"c2c4":0.5067,"d2d3":0.5,"d2d4":0.5067,"e2e3":0.5,"e2e4":0.5067,"g2g3":0.5,"g2g4":0.0,"h2h3":0.5,"h2h4":0.5067,"b1c3":0.4933,"b1a3":0.5,"e1f2":0.4933,"g1h3":0.5}},"labels":{"0":{"f3f4":"f4","a2a3":"a3","a2a4":"a4","b2b3":"b3","b2b4":"b4","c2c3":"c3","c2c4":"c4","d2d3":"d3","d2d4":"d4","e2e3":"e3","e2e4":"e4","g2g3":"g3","g2g4":"g4","h2h3":"h3","h2h4":"h4","b1c3":"Nc3","b1a3":"Na3","e1f2":"Kf2","g1h3":"Nh3"}},"played":{"0":"g2g4"},"costs":{"0":{"risk":0.5067,"luck":0.0}}}', 1800000122.868999, '[2, 7]'),
	('chessfinished', 1, '{"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\"}","judgement":{"kind":"turn","depth":1,"nodes":20,"exact":false,"scores":[0.4865,0.5135],"odds":{"1":{"b8c6":1.0}},"moves":{"b8c6":0.5135,"b8a6":0.5,"g8h6":0.5,"g8f6":0.5135,"a7a6":0.5,"a7a5":0.5067,"b7b6":0.5,"b7b5":0.5067,"c7c6":0.5,"c7c5":0.5067,"d7d6":0.5,"d7d5":0.5067,"e7e6":0.5,"e7e5":0.4933,"f7f6":0.5,"f7f5":0.5067,"g7g6":0.5,"g7g5":0.5067,"h7h6":0.5,"h7h5":0.5067}},"labels":{"1":{"b8c6":"Nc6","b8a6":"Na6","g8h6":"Nh6","g8f6":"Nf6","a7a6":"a6","a7a5":"a5","b7b6":"b6","b7b5":"b5","c7c6":"c6","c7c5":"c5","d7d6":"d6","d7d5":"d5","e7e6":"e6","e7e5":"e5","f7f6":"f6","f7f5":"f5","g7g6":"g6","g7g5":"g5","h7h6":"h6","h7h5":"h5"}},"played":{"1":"e7e5"},"costs":{"1":{"risk":0.0202,"luck":0.0}}}', 1800000122.868999, '[2, 7]'),
	('chessfinished', 0, '{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {\"flags\":\"0707\",\"enpassant\":\"-\"}","judgement":{"kind":"turn","depth":1,"nodes":20,"exact":false,"scores":[0.5202,0.4798],"odds":{"0":{"b1c3":1.0}},"moves":{"a2a3":0.5067,"a2a4":0.5135,"b2b3":0.5067,"b2b4":0.5135,"c2c3":0.5067,"c2c4":0.5135,"d2d3":0.5067,"d2d4":0.5135,"e2e3":0.5067,"e2e4":0.5135,"f2f3":0.4865,"f2f4":0.5135,"g2g3":0.5067,"g2g4":0.5135,"h2h3":0.5067,"h2h4":0.5135,"b1c3":0.5202,"b1a3":0.5067,"g1h3":0.5067,"g1f3":0.5202}},"labels":{"0":{"a2a3":"a3","a2a4":"a4","b2b3":"b3","b2b4":"b4","c2c3":"c3","c2c4":"c4","d2d3":"d3","d2d4":"d4","e2e3":"e3","e2e4":"e4","f2f3":"f3","f2f4":"f4","g2g3":"g3","g2g4":"g4","h2h3":"h3","h2h4":"h4","b1c3":"Nc3","b1a3":"Na3","g1h3":"Nh3","g1f3":"Nf3"}},"played":{"0":"f2f3"},"costs":{"0":{"risk":0.0337,"luck":0.0}}}', 1800000122.868999, '[2, 7]'),
	('dicefinished', 9, '{"fen":"rnbqkb1r/ppp1pppp/3p1n2/8/8/4PP2/PPPP2PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"k\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{"0":{"e1e2":0.5,"e1f2":0.5}},"means":{"0":{}},"depth":0,"nodes":0,"exact":false},"labels":{"0":{"e1e2":"Ke2","e1f2":"Kf2"}},"played":{},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 8, '{"fen":"rnbqkb1r/ppp1pppp/3p1n2/8/8/4PP2/PPPP2PP/RNBQKBNR w 4 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{},"means":{},"depth":0,"nodes":0,"exact":false},"labels":{"2":{"=p":"P","=n":"N","=b":"B","=q":"Q","=k":"K"}},"played":{"2":"=k"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 7, '{"fen":"rnbqkb1r/pppppppp/5n2/8/8/4PP2/PPPP2PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{"1":{"a7a6":0.0714,"a7a5":0.0714,"b7b6":0.0714,"b7b5":0.0714,"c7c6":0.0714,"c7c5":0.0714,"d7d6":0.0714,"d7d5":0.0714,"e7e6":0.0714,"e7e5":0.0714,"g7g6":0.0714,"g7g5":0.0714,"h7h6":0.0714,"h7h5":0.0714}},"means":{"1":{}},"depth":0,"nodes":0,"exact":false},"labels":{"1":{"a7a6":"a6","a7a5":"a5","b7b6":"b6","b7b5":"b5","c7c6":"c6","c7c5":"c5","d7d6":"d6","d7d5":"d5","e7e6":"e6","e7e5":"e5","g7g6":"g6","g7g5":"g5","h7h6":"h6","h7h5":"h5"}},"played":{"1":"d7d6"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 6, '{"fen":"rnbqkb1r/pppppppp/5n2/8/8/4PP2/PPPP2PP/RNBQKBNR b 3 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{},"means":{},"depth":0,"nodes":0,"exact":false},"labels":{"2":{"=p":"P","=n":"N","=r":"R"}},"played":{"2":"=p"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 5, '{"fen":"rnbqkb1r/pppppppp/5n2/8/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"p\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{"0":{"f3f4":0.0667,"a2a3":0.0667,"a2a4":0.0667,"b2b3":0.0667,"b2b4":0.0667,"c2c3":0.0667,"c2c4":0.0667,"d2d3":0.0667,"d2d4":0.0667,"e2e3":0.0667,"e2e4":0.0667,"g2g3":0.0667,"g2g4":0.0667,"h2h3":0.0667,"h2h4":0.0667}},"means":{"0":{}},"depth":0,"nodes":0,"exact":false},"labels":{"0":{"f3f4":"f4","a2a3":"a3","a2a4":"a4","b2b3":"b3","b2b4":"b4","c2c3":"c3","c2c4":"c4","d2d3":"d3","d2d4":"d4","e2e3":"e3","e2e4":"e4","g2g3":"g3","g2g4":"g4","h2h3":"h3","h2h4":"h4"}},"played":{"0":"e2e3"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 4, '{"fen":"rnbqkb1r/pppppppp/5n2/8/8/5P2/PPPPP1PP/RNBQKBNR w 2 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{},"means":{},"depth":0,"nodes":0,"exact":false},"labels":{"2":{"=p":"P","=n":"N","=k":"K"}},"played":{"2":"=p"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 3, '{"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"n\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{"1":{"b8c6":0.25,"b8a6":0.25,"g8h6":0.25,"g8f6":0.25}},"means":{"1":{}},"depth":0,"nodes":0,"exact":false},"labels":{"1":{"b8c6":"Nc6","b8a6":"Na6","g8h6":"Nh6","g8f6":"Nf6"}},"played":{"1":"g8f6"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 2, '{"fen":"rnbqkbnr/pppppppp/8/8/8/5P2/PPPPP1PP/RNBQKBNR b 1 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{},"means":{},"depth":0,"nodes":0,"exact":false},"labels":{"2":{"=p":"P","=n":"N"}},"played":{"2":"=n"},"costs":{}}', 1800000122.868999, '[3, 7]'),
	('dicefinished', 0, '{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {\"flags\":\"0707\",\"enpassant\":\"-\",\"roll\":\"-\"}","judgement":{"kind":"sampled","scores":[0.5,0.5,0.0],"odds":{},"means":{},"depth":0,"nodes":0,"exact":false},"labels":{"2":{"=p":"P","=n":"N"}},"played":{"2":"=p"},"costs":{}}', 1800000122.868999, '[3, 7]');


--
-- Data for Name: site; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.site VALUES
	('signing_key', 'CB/WZiaab/P5F4Zw/7m65amcyDGbuYfMYildh1e1T6Q='),
	('postman', 'fedcba9876543210 1800001868.013998');


--
-- Data for Name: sitters; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sitters VALUES
	('5n52an0a10l3oatb5vd2', 0, '8094b8908f834b5ef00a'),
	('5n52an0a10l3oatb5vd2', 1, '59fa89d0a85961e24354'),
	('paekt9szv0p3z0doo4q8', 0, '8094b8908f834b5ef00a'),
	('paekt9szv0p3z0doo4q8', 1, '59fa89d0a85961e24354'),
	('pwzxh87xkylxvr21aihj', 0, '8094b8908f834b5ef00a'),
	('pwzxh87xkylxvr21aihj', 1, '59fa89d0a85961e24354'),
	('xb3jq4kknvkc84d17mud', 0, '8094b8908f834b5ef00a'),
	('xb3jq4kknvkc84d17mud', 1, '59fa89d0a85961e24354'),
	('apocalypsefinished', 0, 'e835e1b4b090c324cfc1'),
	('apocalypsefinished', 1, '10fae96072477e4eaec8'),
	('atomicfinished', 0, 'e835e1b4b090c324cfc1'),
	('atomicfinished', 1, '10fae96072477e4eaec8'),
	('checkeredfinished', 0, 'e835e1b4b090c324cfc1'),
	('checkeredfinished', 1, '10fae96072477e4eaec8'),
	('checkeredfinished', 2, 'bb7b88acdba8690471ee'),
	('chessfinished', 0, 'e835e1b4b090c324cfc1'),
	('chessfinished', 1, '10fae96072477e4eaec8'),
	('chesssetup', 0, 'e835e1b4b090c324cfc1'),
	('chesssetup', 1, '10fae96072477e4eaec8'),
	('darkfinished', 0, 'e835e1b4b090c324cfc1'),
	('darkfinished', 1, '10fae96072477e4eaec8'),
	('dicefinished', 2, 'dice'),
	('dicefinished', 0, 'e835e1b4b090c324cfc1'),
	('dicefinished', 1, '10fae96072477e4eaec8'),
	('dobutsufinished', 0, 'e835e1b4b090c324cfc1'),
	('dobutsufinished', 1, '10fae96072477e4eaec8'),
	('dobutsuagain', 1, 'e835e1b4b090c324cfc1'),
	('dobutsuagain', 0, '10fae96072477e4eaec8'),
	('progressivefinished', 0, 'e835e1b4b090c324cfc1'),
	('progressivefinished', 1, '10fae96072477e4eaec8'),
	('synchronefinished', 0, 'e835e1b4b090c324cfc1'),
	('synchronefinished', 1, '10fae96072477e4eaec8'),
	('withdrawn', 0, 'e835e1b4b090c324cfc1'),
	('aborted', 0, 'e835e1b4b090c324cfc1'),
	('aborted', 1, '10fae96072477e4eaec8'),
	('repeated', 0, 'e835e1b4b090c324cfc1'),
	('repeated', 1, '10fae96072477e4eaec8'),
	('abandoned', 0, 'e835e1b4b090c324cfc1'),
	('abandoned', 1, '10fae96072477e4eaec8'),
	('abandoneddraw', 0, 'e835e1b4b090c324cfc1'),
	('abandoneddraw', 1, '10fae96072477e4eaec8'),
	('nofirstmove', 0, 'e835e1b4b090c324cfc1'),
	('nofirstmove', 1, '10fae96072477e4eaec8'),
	('time', 0, 'e835e1b4b090c324cfc1'),
	('time', 1, '10fae96072477e4eaec8'),
	('timeall', 0, 'e835e1b4b090c324cfc1'),
	('timeall', 1, '10fae96072477e4eaec8'),
	('timematerial', 0, 'e835e1b4b090c324cfc1'),
	('timematerial', 1, '10fae96072477e4eaec8'),
	('stopped', 0, 'e835e1b4b090c324cfc1');
INSERT INTO public.sitters VALUES
	('stopped', 1, '10fae96072477e4eaec8'),
	('darkopen', 0, 'e835e1b4b090c324cfc1'),
	('checkeredopen', 0, 'e835e1b4b090c324cfc1'),
	('setupopen', 0, 'e835e1b4b090c324cfc1'),
	('chessplans', 0, 'e835e1b4b090c324cfc1'),
	('chessplans', 1, '10fae96072477e4eaec8'),
	('darkplan', 0, 'e835e1b4b090c324cfc1'),
	('darkplan', 1, '10fae96072477e4eaec8'),
	('planmissed', 0, 'e835e1b4b090c324cfc1'),
	('planmissed', 1, '10fae96072477e4eaec8'),
	('synchronesealed', 0, 'e835e1b4b090c324cfc1'),
	('synchronesealed', 1, '10fae96072477e4eaec8'),
	('apocalypsecomputer', 1, 'computer-2'),
	('apocalypsecomputer', 0, 'e835e1b4b090c324cfc1'),
	('dobutsuasked', 0, 'e835e1b4b090c324cfc1'),
	('dobutsuasked', 1, '10fae96072477e4eaec8'),
	('checkeredjoin', 0, 'e835e1b4b090c324cfc1'),
	('checkeredjoin', 1, '10fae96072477e4eaec8'),
	('checkeredleft', 0, 'e835e1b4b090c324cfc1'),
	('checkeredleft', 1, '10fae96072477e4eaec8'),
	('checkeredleft', 2, 'bb7b88acdba8690471ee'),
	('progressivealone', 1, 'e835e1b4b090c324cfc1'),
	('progressivealone', 0, 'e835e1b4b090c324cfc1'),
	('chat', 0, 'e835e1b4b090c324cfc1'),
	('chat', 1, '10fae96072477e4eaec8'),
	('atomicoffer', 0, 'e835e1b4b090c324cfc1'),
	('atomicoffer', 1, '10fae96072477e4eaec8'),
	('dicerunning', 2, 'dice'),
	('dicerunning', 1, 'computer-3'),
	('dicerunning', 0, 'e835e1b4b090c324cfc1'),
	('apocalypsesealed', 0, 'e835e1b4b090c324cfc1'),
	('apocalypsesealed', 1, '10fae96072477e4eaec8'),
	('firstmove', 0, 'e835e1b4b090c324cfc1'),
	('firstmove', 1, '10fae96072477e4eaec8'),
	('paired', 1, 'a62b0b8961cd59d1fdff'),
	('paired', 0, 'bb7b88acdba8690471ee');


--
-- Data for Name: solved; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.solved VALUES
	('e835e1b4b090c324cfc1', 'ab12cd34', 1799911748.013998, 0, 1),
	('e835e1b4b090c324cfc1', 'zz99yy88', 1800001687.888998, 0.3, 0),
	('10fae96072477e4eaec8', 'ab12cd34', 1800001689.013998, 0.03333333333333333, 1);


--
-- Data for Name: tables; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.tables VALUES
	('5n52an0a10l3oatb5vd2', 'Chess', 1, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1795335534.0649815, 'running', 1795335534.0679524, 'none', 1, NULL),
	('paekt9szv0p3z0doo4q8', 'Synchrone', 1, '{"randomness": 1}', 'k6r/8/8/8/8/8/8/5NKR w 0 {"flags":"8788","enpassant":"-"}', 1795335534.1130223, 'running', 1795335534.1153848, 'none', 1, NULL),
	('pwzxh87xkylxvr21aihj', 'Synchrone', 1, '{"randomness": 1}', 'k6r/8/8/8/8/8/8/5NKR w 0 {"flags":"8788","enpassant":"-"}', 1795335534.0988476, 'finished', 1795335534.1113386, 'none', 1, '{"points":[0.0,1.0],"reason":"resigned","seat":0}'),
	('xb3jq4kknvkc84d17mud', 'Apocalypse', 1, '{"collision": "risk", "promotion": "restricted", "last_footman": "allowed", "redeploy_origin": "free", "speculation": "allowed"}', 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}', 1795335534.0314884, 'running', 1795335534.0340943, 'none', 1, NULL),
	('apocalypsefinished', 'Apocalypse', 1, '{"collision": "risk", "promotion": "restricted", "last_footman": "allowed", "redeploy_origin": "free", "speculation": "allowed"}', 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}', 1800000005.461, 'finished', 1800000017.8309999, '10+5', 1, '{"points":[1.0,0.0],"reason":"resigned","seat":1,"clocks":[611.341,613.815]}'),
	('atomicfinished', 'Atomic', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000019.3309999, 'finished', 1800000025.5159998, 'none', 1, '{"points":[1.0,0.0],"reason":"exploded","seat":null}'),
	('checkeredfinished', 'Checkered', 2, '{"switch": true, "observer": true, "randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"07071111111111111111","enpassant":"-","cmove":"-","stage":"1"}', 1800000027.0159998, 'finished', 1800000034.4379997, '5+3', 1, '{"points":[0.0,0.0,1.0],"reason":"resigned","seat":1,"clocks":[304.763,299.289,300.0]}'),
	('chessfinished', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000035.9379997, 'finished', 1800000040.8859997, '3d', 1, '{"points":[0.0,1.0],"reason":"checkmate","seat":null,"clocks":[259200.0,259200.0]}'),
	('chesssetup', 'Chess', 2, '{"randomness": 0}', '4k3/8/8/8/8/8/4P3/4K2R w 0 {"flags":"8788","enpassant":"-"}', 1800000042.3859997, 'finished', 1800000057.2299995, 'none', 0, '{"points":[1.0,0.0],"reason":"resigned","seat":1}'),
	('darkfinished', 'Dark', 1, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000058.7299995, 'finished', 1800000072.3369994, '5+3', 1, '{"points":[0.0,1.0],"reason":"resigned","seat":0,"clocks":[308.815,310.052]}'),
	('dicefinished', 'Dice', 3, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-","roll":"-"}', 1800000073.8369994, 'finished', 1800000084.9699993, 'none', 1, '{"points":[0.0,1.0,0.0],"reason":"resigned","seat":0}'),
	('dobutsufinished', 'Dobutsu', 1, '{}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}', 1800000086.4699993, 'finished', 1800000093.8919992, '1d', 1, '{"points":[0.0,1.0],"reason":"caught","seat":null,"clocks":[86400.0,86400.0]}'),
	('dobutsuagain', 'Dobutsu', 1, '{}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}', 1800000096.3659992, 'running', 1800000096.3659992, '1d', 1, NULL),
	('progressivefinished', 'Progressive', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-","series":"1","left":"1","calm":"0"}', 1800000097.8659992, 'finished', 1800000102.8139992, 'none', 1, '{"points":[1.0,0.0],"reason":"checkmate","seat":null}'),
	('synchronefinished', 'Synchrone', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000108.0249991, 'finished', 1800000122.868999, 'none', 1, '{"points":[0.5,0.5],"reason":"agreement","seat":1}'),
	('withdrawn', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000124.368999, 'aborted', 1800000125.605999, 'none', 1, '{"points":[0.5,0.5],"reason":"withdrawn","seat":0}'),
	('aborted', 'Atomic', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000127.105999, 'aborted', 1800000128.342999, 'none', 1, '{"points":[0.5,0.5],"reason":"aborted","seat":1}'),
	('repeated', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800000129.842999, 'finished', 1800000140.9759989, 'none', 1, '{"points":[0.5,0.5],"reason":"repetition","seat":0}'),
	('abandoned', 'Dobutsu', 1, '{}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}', 1800000142.4759989, 'finished', 1800000747.1869988, 'none', 1, '{"points":[0.0,1.0],"reason":"abandoned","seat":1}'),
	('abandoneddraw', 'Dobutsu', 1, '{}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}', 1800000748.6869988, 'finished', 1800001353.3979988, 'none', 1, '{"points":[0.5,0.5],"reason":"abandoned_draw","seat":1}'),
	('nofirstmove', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001354.8979988, 'aborted', 1800001416.3979988, '1+0', 1, '{"points":[0.5,0.5],"reason":"no_first_move","seat":0,"clocks":[60.0,60.0]}'),
	('time', 'Atomic', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001417.8979988, 'finished', 1800001481.8719988, '1+0', 1, '{"points":[0.0,1.0],"reason":"time","seat":0,"clocks":[0.0,60.0]}'),
	('timeall', 'Apocalypse', 1, '{"collision": "risk", "promotion": "restricted", "last_footman": "allowed", "redeploy_origin": "free", "speculation": "allowed"}', 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}', 1800001483.3719988, 'finished', 1800001547.3459988, '1+0', 1, '{"points":[0.5,0.5],"reason":"time_all","seat":0,"clocks":[0.0,0.0]}'),
	('timematerial', 'Chess', 2, '{"randomness": 0}', '4k3/8/8/8/8/8/4P3/4K3 w 0 {"flags":"8888","enpassant":"-"}', 1800001548.8459988, 'finished', 1800001612.8199987, '1+0', 1, '{"points":[0.5,0.5],"reason":"time_material","seat":0,"clocks":[0.0,60.0]}'),
	('stopped', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001614.3199987, 'stopped', 1800001616.7939987, 'none', 1, NULL),
	('darkopen', 'Dark', 1, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001618.2939987, 'open', 1800001618.2939987, '7d', 1, NULL),
	('checkeredopen', 'Checkered', 2, '{"switch": false, "observer": false, "randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"07071111111111111111","enpassant":"-","cmove":"-","stage":"1-"}', 1800001619.7939987, 'open', 1800001619.7939987, 'none', 0, NULL),
	('setupopen', 'Chess', 2, '{"randomness": 0}', '4k3/8/8/8/8/8/4P3/4K2R w 0 {"flags":"8788","enpassant":"-"}', 1800001621.2939987, 'open', 1800001621.2939987, 'none', 1, NULL),
	('chessplans', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001622.7939987, 'running', 1800001622.7939987, 'none', 1, NULL),
	('darkplan', 'Dark', 1, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001630.4789987, 'running', 1800001630.4789987, 'none', 1, NULL),
	('planmissed', 'Chess', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001639.4009986, 'running', 1800001639.4009986, '3d', 1, NULL),
	('synchronesealed', 'Synchrone', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001645.8489985, 'running', 1800001645.8489985, '3d', 1, NULL),
	('apocalypsecomputer', 'Apocalypse', 1, '{"collision": "risk", "promotion": "restricted", "last_footman": "allowed", "redeploy_origin": "free", "speculation": "allowed"}', 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}', 1800001658.4819984, 'running', 1800001658.4819984, 'none', 1, NULL),
	('dobutsuasked', 'Dobutsu', 1, '{}', 'gle/1c1/1C1/ELG w 0 {"hands":"-"}', 1800001666.1669984, 'running', 1800001666.1669984, 'none', 1, NULL),
	('checkeredjoin', 'Checkered', 2, '{"switch": true, "observer": true, "randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"07071111111111111111","enpassant":"-","cmove":"-","stage":"1"}', 1800001672.6149983, 'running', 1800001672.6149983, 'none', 1, NULL),
	('checkeredleft', 'Checkered', 2, '{"switch": true, "observer": true, "randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"07071111111111111111","enpassant":"-","cmove":"-","stage":"1"}', 1800001677.8259983, 'running', 1800001677.8259983, 'none', 1, NULL),
	('progressivealone', 'Progressive', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-","series":"1","left":"1","calm":"0"}', 1800001685.5109982, 'running', 1800001685.5109982, 'none', 0, NULL),
	('chat', 'Atomic', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001691.9589982, 'running', 1800001691.9589982, 'none', 1, NULL),
	('atomicoffer', 'Atomic', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001695.9329982, 'running', 1800001695.9329982, '5+3', 1, NULL),
	('dicerunning', 'Dice', 3, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-","roll":"-"}', 1800001703.6179981, 'running', 1800001703.6179981, '15+10', 1, NULL),
	('apocalypsesealed', 'Apocalypse', 1, '{"collision": "risk", "promotion": "restricted", "last_footman": "allowed", "redeploy_origin": "free", "speculation": "allowed"}', 'npppn/p3p/5/P3P/NPPPN w 0 {"whiteMove":"-","penalties":"00"}', 1800001708.828998, 'running', 1800001708.828998, '10+5', 1, NULL),
	('firstmove', 'Synchrone', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001716.513998, 'running', 1800001716.513998, '10+5', 1, NULL),
	('paired', 'Synchrone', 2, '{"randomness": 0}', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w 0 {"flags":"0707","enpassant":"-"}', 1800001748.013998, 'running', 1800001748.013998, '3d', 1, NULL);


--
-- Data for Name: waits; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.waits VALUES
	('e835e1b4b090c324cfc1', '[]', 'none', 1800001739.013998, 'seek1', '192.0.2.1', 1800001748.013998, NULL),
	('10fae96072477e4eaec8', '["Atomic", "Dark"]', '5+3', 1800001740.013998, 'seek2', '', 1800001748.013998, NULL),
	('bb7b88acdba8690471ee', '["Synchrone"]', '3d', 1800001741.013998, 'seek3', '192.0.2.3', 1800001748.013998, '{"table":"paired","seat":0,"other":"a62b0b8961cd59d1fdff"}'),
	('a62b0b8961cd59d1fdff', '["Chess", "Synchrone"]', '3d', 1800001741.513998, 'seek4', '192.0.2.4', 1800001748.013998, '{"table":"paired","seat":1,"other":"bb7b88acdba8690471ee"}');


--
-- Name: alembic_version alembic_version_pkc; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);


--
-- Name: chat chat_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (table_id, sequence);


--
-- Name: decisions decisions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_pkey PRIMARY KEY (table_id, sequence);


--
-- Name: keys keys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (key);


--
-- Name: mailboxes mailboxes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mailboxes
    ADD CONSTRAINT mailboxes_pkey PRIMARY KEY (person);


--
-- Name: mails mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);


--
-- Name: people people_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);


--
-- Name: preferences preferences_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.preferences
    ADD CONSTRAINT preferences_pkey PRIMARY KEY (person);


--
-- Name: processes processes_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.processes
    ADD CONSTRAINT processes_pkey PRIMARY KEY (id);


--
-- Name: reviews reviews_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (table_id, number);


--
-- Name: site site_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.site
    ADD CONSTRAINT site_pkey PRIMARY KEY (name);


--
-- Name: sitters sitters_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sitters
    ADD CONSTRAINT sitters_pkey PRIMARY KEY (table_id, seat);


--
-- Name: solved solved_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.solved
    ADD CONSTRAINT solved_pkey PRIMARY KEY (person, puzzle);


--
-- Name: tables tables_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);


--
-- Name: waits waits_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.waits
    ADD CONSTRAINT waits_pkey PRIMARY KEY (person);


--
-- Name: decisions_by_message; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX decisions_by_message ON public.decisions USING btree (table_id, person, message) WHERE (message <> ''::text);


--
-- Name: mails_by_state; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_by_state ON public.mails USING btree (state, due_at);


--
-- Name: mails_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mails_by_time ON public.mails USING btree (made_at);


--
-- Name: people_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX people_by_time ON public.people USING btree (at);


--
-- Name: preferences_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX preferences_by_time ON public.preferences USING btree (at);


--
-- Name: sitters_by_person; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sitters_by_person ON public.sitters USING btree (person, table_id);


--
-- Name: solved_by_time; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX solved_by_time ON public.solved USING btree (at);


--
-- Name: tables_by_status; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX tables_by_status ON public.tables USING btree (status, changed_at);


--
-- Name: chat chat_table_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.chat
    ADD CONSTRAINT chat_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);


--
-- Name: decisions decisions_table_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.decisions
    ADD CONSTRAINT decisions_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);


--
-- Name: reviews reviews_table_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.reviews
    ADD CONSTRAINT reviews_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);


--
-- Name: sitters sitters_table_id_fkey; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sitters
    ADD CONSTRAINT sitters_table_id_fkey FOREIGN KEY (table_id) REFERENCES public.tables(id);


--
-- PostgreSQL database dump complete
--


