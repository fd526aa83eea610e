/* Stepping through the clip of a disputed move. */
const shots=[...document.querySelectorAll('.clip figure')];let at=0,timer=null;
const show=(n)=>{if(!shots.length)return;at=(n+shots.length)%shots.length;
shots.forEach((shot,i)=>shot.classList.toggle('on',i===at))};
const stop=()=>{clearInterval(timer);timer=null};
const act={back:()=>{stop();show(at-1)},on:()=>{stop();show(at+1)},
play:()=>{if(timer)stop();else timer=setInterval(()=>show(at+1),500)},
marks:()=>document.body.classList.toggle('off')};
for(const b of document.querySelectorAll('button'))b.addEventListener('click',act[b.dataset.act]);show(0);
